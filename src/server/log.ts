import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import type { Config } from './config.ts';

/** Secret names. pino redacts by path, one level at a time, so each name is listed at the depths our lines have. */
const SECRETS =
  'password token accessToken refreshToken secret authorization cookie email phone documentNumber databaseUrl finnhub twelveData otp code2fa privateKey'.split(
    ' ',
  );
const DEPTHS = ['', '*.', '*.*.', '*.*.*.'];
const HEADERS = ['set-cookie', 'x-api-key'].flatMap((name) => [`headers["${name}"]`, `*.headers["${name}"]`]);

/** Lines of JSON on stdout; values under secret names are blanked. */
export function createLog(config: Pick<Config, 'logLevel'>, destination?: DestinationStream): Logger {
  const options = {
    level: config.logLevel,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: [...DEPTHS.flatMap((depth) => SECRETS.map((name) => depth + name)), ...HEADERS],
      censor: '[gone]',
    },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
