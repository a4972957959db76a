import { pino } from 'pino';
import type { DestinationStream, LogFn, Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { Repeats } from './repeats.ts';

/** Secret names. pino redacts by path, one level at a time, so each name is listed at the depths our lines have. */
const SECRETS =
  'password token accessToken refreshToken secret authorization cookie email phone documentNumber databaseUrl finnhub twelveData otp otpToken code2fa privateKey newPassword currentPassword recoveryCodes firstName lastName secretKey apiToken appToken apiKey apiSecret signingKey webhookSecrets'.split(
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

/** Level of pino from which on a line with an error tells of a fault. */
const WARN = 40;
const LOOK_FOR_ENDS_MS = 10_000;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Lines of JSON on stdout; values under secret names, and what looks like one, are blanked (R-46). Lines of a fault that repeats are counted;
 * those of a request are all written, for somebody may have its id.
 */
export function createLog(config: Pick<Config, 'logLevel'>, destination?: DestinationStream): Logger {
  const count = countRepeats();
  const options = {
    level: config.logLevel,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: {
      streamWrite: (line: string) => SHAPES.reduce((text, shape) => text.replaceAll(shape, CENSOR), line),
      logMethod(this: Logger, ...[args, method, level]: [Parameters<LogFn>, LogFn, number]) {
        const [fields, text] = args as readonly unknown[];
        const fault = level < WARN || 'requestId' in this.bindings() ? null : faultOf(fields, text);
        if (fault === null) return method.apply(this, args);
        const write = (more: Fields, what: string) => method.apply(this, [{ ...(fields as Fields), ...more }, what]);
        count(fault, write, text as string);
      },
    },
    redact: {
      paths: [...DEPTHS.flatMap((depth) => SECRETS.map((name) => depth + name)), ...HEADERS],
      censor: CENSOR,
    },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

type Write = (more: Fields, text: string) => void;

/** Takes the lines of faults and writes those that are to be written. */
function countRepeats(): (fault: string, write: Write, text: string) => void {
  const repeats = new Repeats<{ readonly write: Write; readonly text: string }>();
  let timer: NodeJS.Timeout | null = null;
  const tellEnds = () => {
    for (const { line, ended } of repeats.ended(Date.now())) {
      const { times, since, last } = ended;
      line.write({ times, since: iso(since), last: iso(last) }, `over: ${line.text}`);
    }
    if (!repeats.isEmpty || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
  return (fault, write, text) => {
    tellEnds();
    const told = repeats.came(fault, { write, text }, Date.now());
    timer ??= setInterval(tellEnds, LOOK_FOR_ENDS_MS).unref();
    if (told === 'write') write({}, text);
    else if (told !== null) write({ times: told.times, since: iso(told.since) }, text);
  };
}

/** What tells a fault from others: its text and the kind of its error. Null: the line is of none. */
function faultOf(fields: unknown, text: unknown): string | null {
  if (typeof fields !== 'object' || fields === null || !('err' in fields) || typeof text !== 'string') return null;
  const { err } = fields;
  const kind = err instanceof Error ? ('code' in err ? String(err.code) : err.name) : typeof err;
  return `${text} ${kind}`;
}

const iso = (wall: number) => new Date(wall).toISOString();
