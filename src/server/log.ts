import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import type { Config } from './config.ts';

/** Secret names. pino redacts by path, one level at a time, so each name is listed at the depths our lines have. */
const SECRETS =
  'password token accessToken refreshToken secret authorization cookie email phone documentNumber databaseUrl finnhub twelveData otp otpToken code2fa privateKey newPassword currentPassword recoveryCodes firstName lastName'.split(
    ' ',
  );
const CENSOR = '[gone]';
const DEPTHS = ['', '*.', '*.*.', '*.*.*.'];
const HEADERS = ['set-cookie', 'x-api-key'].flatMap((name) => [`headers["${name}"]`, `*.headers["${name}"]`]);

/** What slips into a text where no name marks it: into the message of an error, an address, an answer of a mail relay. */
const SHAPES: readonly RegExp[] = [
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g,
  /eyJ[\w-]{10,}\.[\w-]+\.[\w-]*/g,
  /\$argon2[\w$=,+/]+/g,
  /(?<=[?&](?:token|code|state|otpToken|proof)=)[^&"\s\\]+/g,
];

/** Lines of JSON on stdout; values under secret names, and what looks like one, are blanked (R-46). */
export function createLog(config: Pick<Config, 'logLevel'>, destination?: DestinationStream): Logger {
  const options = {
    level: config.logLevel,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: {
      streamWrite: (line: string) => SHAPES.reduce((text, shape) => text.replaceAll(shape, CENSOR), line),
    },
    redact: {
      paths: [...DEPTHS.flatMap((depth) => SECRETS.map((name) => depth + name)), ...HEADERS],
      censor: CENSOR,
    },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
