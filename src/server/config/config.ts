import { statSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { ByCountry } from '#domain/by-country.ts';
import { byCountry } from './by-country.ts';
import { databaseMistakes } from './database.ts';
import { metricsMistakes, metricsOf, type MetricsPlace } from './metrics.ts';
import { productionMistakes } from './production.ts';
import type { CoinPlace } from './coin-networks.ts';
import type { NetworkPlace } from './networks.ts';
import type { NewsFeed } from './news.ts';
import { readSigner, type SignerPlace } from './signer.ts';
import { readWallet, type WalletPlace } from './wallet.ts';
import { readOutside } from './outside.ts';
import { objectMistakes, objectPlaceOf } from './objects.ts';
import { readSocial, type SocialSettings } from './social.ts';
import type { PushPlace } from './push.ts';
import type { SupportMailPlace } from './support-mail.ts';
import { defaultDataDir } from '../db/index.ts';
import type { ObjectPlace } from '../objects/index.ts';

/** Settings of a process, read once from the environment by `readConfig`. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly metrics: MetricsPlace;
  readonly dataDir: string;
  /** Nothing new is taken while the disk of `dataDir` has less than this left, bytes. */
  readonly diskReserve: number;
  /** Where segments of ticks go that are older than ticks are kept; null: they are removed. */
  readonly archiveDir: string | null;
  /** null: the embedded database under `dataDir`. */
  readonly databaseUrl: string | null;
  readonly feed: 'auto' | 'live' | 'replay' | 'simulated';
  readonly replay: { readonly dir: string | null; readonly files: readonly string[]; readonly speed: number };
  readonly origins: Origins;
  readonly mode: 'sandbox' | 'production';
  readonly waits: 'normal' | 'short';
  readonly keys: { readonly finnhub: string | null; readonly twelveData: string | null };
  /** Master keys of the vault (base64 of 32 bytes), newest first; none: the file of the data folder. */
  readonly vaultKeys: readonly string[];
  /** `smtpUrl` null: the sandbox keeps mails and shows them at /dev/inbox. `from`: an address, or `Name <address>`. */
  readonly mail: { readonly smtpUrl: string | null; readonly from: string };
  /** Where mails to support come in; null: by the form alone. */
  readonly supportMail: SupportMailPlace | null;
  readonly push: PushPlace;
  /** Names under which the operator is found elsewhere, each with `@`. */
  readonly handles: readonly string[];
  /** Addresses or networks of proxies that may say whom they speak for, besides this machine. */
  readonly trustedProxies: readonly string[];
  /** A MaxMind country database of the operator; null: the one that comes as a package. */
  readonly geoipFile: string | null;
  /** Sign-in with accounts elsewhere. */
  readonly social: SocialSettings;
  readonly newsFeeds: readonly NewsFeed[];
  /** Variables of outside providers by their names (`PROVIDER_<NAME>_<SETTING>`): each provider reads its own. */
  readonly providers: Readonly<Record<string, string>>;
  /** Where documents of people are kept, encrypted. */
  readonly objects: ObjectPlace;
  /** Years that the law of a person's country wants identity records and documents kept after the end of an account. */
  readonly recordYears: ByCountry;
  /** Who signs the proofs. */
  readonly signer: SignerPlace;
  /** Who signs payments on chains; null: nobody does, and nothing is paid out. */
  readonly wallet: WalletPlace | null;
  /** Chains on which people pay in and are paid. */
  readonly networks: readonly NetworkPlace[];
  /** Chains of the Bitcoin family, on which people pay in. */
  readonly coinNetworks: readonly CoinPlace[];
  /** The extended public key whose children are the addresses to which people deposit. */
  readonly depositXpub: string;
  /** A chain of its own runs beside this sandbox. */
  readonly localChain: boolean;
  /** A test chain of coins runs beside it too, where its program is installed. */
  readonly localCoinChain: boolean;
  /** Does a sandbox get events to look at, with trading of simulated people? */
  readonly samples: 'all' | 'few' | null;
  /** From which age people may play with real money. */
  readonly adultAges: ByCountry;
  readonly logLevel: string;
  readonly brand: string;
}

/** Public origins; unset ones equal `main`. */
export interface Origins {
  readonly main: string;
  readonly auth: string;
  readonly dashboard: string;
  readonly events: string;
  readonly admin: string;
  readonly files: string;
}

/** The settings are wrong; `mistakes` are sentences for the person who starts the server. */
export class ConfigError extends Error {
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'));
    this.mistakes = mistakes;
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

const origin = (name: string) =>
  z
    .string()
    .refine((text) => isOrigin(text), `${name} must be an origin such as https://example.com, without a path.`)
    .optional();

function choice<const T extends readonly [string, ...string[]]>(name: string, values: T) {
  return z.enum(values, { error: `${name} must be one of ${values.join(', ')}.` });
}

function wholeNumber(name: string, { min, max }: { readonly min: number; readonly max: number }) {
  const mistake = `${name} must be a whole number from ${min} to ${max}.`;
  return z
    .string()
    .regex(/^\d+$/, mistake)
    .transform(Number)
    .refine((value) => value >= min && value <= max, mistake);
}

const ADULT_AGE = {
  mistake: 'ADULT_AGE must be an age from 16 to 25, then countries that want another: 18,EE=21.',
  standard: '18',
};
const RECORD_YEARS = {
  mistake: 'RECORD_YEARS must be from 5 to 10, then countries that want another: 5,IT=10.',
  standard: '5',
};
const SPEED = 'REPLAY_SPEED must be a number from 0.01 to 1000.';

const SAMPLES = { on: 'all', few: 'few', off: null } as const;

const environment = z.object({
  PORT: wholeNumber('PORT', { min: 0, max: 65_535 }).default(3000),
  HOST: z.string().optional(),
  // 0 takes any free one, for tests.
  METRICS_PORT: wholeNumber('METRICS_PORT', { min: 0, max: 65_535 }).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/-]{16,200}=*$/, 'METRICS_TOKEN must be 16 to 200 letters, digits or ._~+/- without spaces.')
    .optional(),
  DATA_DIR: z.string().optional(),
  DISK_RESERVE_MB: wholeNumber('DISK_RESERVE_MB', { min: 1, max: 1_000_000 }).default(100),
  ARCHIVE_DIR: z.string().optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/, 'DATABASE_URL must look like postgresql://user:password@host:5432/database.')
    .optional(),
  FEED: choice('FEED', ['auto', 'live', 'replay', 'simulated']).default('auto'),
  REPLAY_DIR: z.string().optional(),
  REPLAY_FILES: z.string().default(''),
  REPLAY_SPEED: z
    .string()
    .regex(/^\d+(\.\d+)?$/, SPEED)
    .transform(Number)
    .refine((speed) => speed >= 0.01 && speed <= 1000, SPEED)
    .default(1),
  PUBLIC_ORIGIN: origin('PUBLIC_ORIGIN'),
  AUTH_ORIGIN: origin('AUTH_ORIGIN'),
  DASHBOARD_ORIGIN: origin('DASHBOARD_ORIGIN'),
  EVENTS_ORIGIN: origin('EVENTS_ORIGIN'),
  ADMIN_ORIGIN: origin('ADMIN_ORIGIN'),
  FILES_ORIGIN: origin('FILES_ORIGIN'),
  MODE: choice('MODE', ['sandbox', 'production']).default('sandbox'),
  WAITS: choice('WAITS', ['normal', 'short']).default('normal'),
  FINNHUB_KEY: z.string().optional(),
  TWELVEDATA_KEY: z.string().optional(),
  VAULT_KEY: z
    .string()
    .refine(
      (text) => listed(text).every((key) => /^[A-Za-z0-9+/]{43}=$/.test(key)),
      'VAULT_KEY must be base64 of 32 bytes, or several with commas, newest first.',
    )
    .default(''),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^\s/]+\/?(\?\S*)?$/, 'SMTP_URL must look like smtp://user:password@host:587.')
    .optional(),
  OFFICIAL_HANDLES: z
    .string()
    .regex(
      /^\s*(?:@[\w.]{1,60}\s*(?:,\s*@[\w.]{1,60}\s*)*)?$/,
      'OFFICIAL_HANDLES must be names such as @tikvo, with commas.',
    )
    .default(''),
  MAIL_FROM: z
    .string()
    .max(200)
    .regex(
      /^([^<>"\r\n]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'MAIL_FROM must look like Tikvo <post@example.com>.',
    )
    .optional(),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .refine(
      (text) => listed(text).every((one) => isNetwork(one)),
      'TRUSTED_PROXIES must be IP addresses or networks such as 10.0.0.0/24, with commas.',
    ),
  GEOIP_FILE: z.string().optional(),
  OBJECTS_URL: z
    .string()
    .regex(/^https?:\/\/[^\s/?#@]+\/[^\s?#]+$/, 'OBJECTS_URL must look like https://s3.example.com/bucket.')
    .optional(),
  OBJECTS_REGION: z.string().max(60).default('us-east-1'),
  OBJECTS_KEY_ID: z.string().max(200).optional(),
  OBJECTS_SECRET: z.string().max(400).optional(),
  LOCAL_CHAIN: choice('LOCAL_CHAIN', ['on', 'off']).default('on'),
  LOCAL_COIN_CHAIN: choice('LOCAL_COIN_CHAIN', ['on', 'off']).default('on'),
  SAMPLES: choice('SAMPLES', ['on', 'few', 'off']).default('on'),
  RECORD_YEARS: byCountry('[5-9]|10', RECORD_YEARS),
  ADULT_AGE: byCountry('1[6-9]|2[0-5]', ADULT_AGE),
  LOG_LEVEL: choice('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  BRAND: z.string().max(40, 'BRAND must be at most 40 characters.').default('Tikvo'),
});

export type Settings = z.output<typeof environment>;

/** Reads the settings. Throws ConfigError with one sentence for each mistake; an empty variable counts as unset. */
export function readConfig(env: Environment): Config {
  const given = Object.fromEntries(
    Object.keys(environment.shape).flatMap((name) => {
      const value = env[name]?.trim();
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
  const { settings, faulty, mistakes: single } = readEach(given);
  const { social, mistakes: socialMistakes } = readSocial(env);
  const dataDir = settings.DATA_DIR === undefined ? defaultDataDir() : resolve(settings.DATA_DIR);
  const { signer, mistakes: signerMistakes } = readSigner(env, dataDir);
  const { wallet, mistakes: walletMistakes } = readWallet(env, dataDir);
  const { outside, mistakes: outsideMistakes } = readOutside(env);
  const together = [
    ...socialMistakes,
    ...outsideMistakes,
    ...signerMistakes,
    ...walletMistakes,
    ...databaseMistakes(settings),
    ...metricsMistakes(settings),
    ...archiveMistakes(settings),
    ...replayMistakes(settings),
    ...mailMistakes(settings),
    ...geoipMistakes(settings),
    ...objectMistakes(settings),
    ...productionMistakes(settings),
  ];
  // What a faulty one has to do with others is told when it is mended.
  const mistakes = [...single, ...together.filter((mistake) => !faulty.some((name) => names(mistake).has(name)))];
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return {
    port: settings.PORT,
    // In production a proxy stands in front, on this machine unless said.
    host: settings.HOST ?? (settings.MODE === 'production' ? '127.0.0.1' : '0.0.0.0'),
    metrics: metricsOf(settings),
    dataDir,
    diskReserve: settings.DISK_RESERVE_MB * 1_000_000,
    archiveDir: settings.ARCHIVE_DIR === undefined ? null : resolve(settings.ARCHIVE_DIR),
    databaseUrl: settings.DATABASE_URL ?? null,
    feed: settings.FEED,
    replay: replayOf(settings),
    origins: originsOf(settings),
    mode: settings.MODE,
    waits: settings.WAITS,
    keys: { finnhub: settings.FINNHUB_KEY ?? null, twelveData: settings.TWELVEDATA_KEY ?? null },
    vaultKeys: listed(settings.VAULT_KEY),
    handles: listed(settings.OFFICIAL_HANDLES),
    mail: { smtpUrl: settings.SMTP_URL ?? null, from: settings.MAIL_FROM ?? `${settings.BRAND} <post@localhost>` },
    trustedProxies: listed(settings.TRUSTED_PROXIES),
    geoipFile: settings.GEOIP_FILE === undefined ? null : resolve(settings.GEOIP_FILE),
    social,
    providers: providersOf(env),
    objects: objectPlaceOf(settings, dataDir),
    recordYears: settings.RECORD_YEARS,
    signer,
    wallet,
    ...outside,
    ...localChainsOf(settings, env),
    samples: settings.MODE === 'sandbox' ? SAMPLES[settings.SAMPLES] : null,
    adultAges: settings.ADULT_AGE,
    logLevel: settings.LOG_LEVEL,
    brand: settings.BRAND,
  };
}

/** Chains that run beside a sandbox: all of them, or none of those that are named otherwise. */
function localChainsOf(
  settings: Pick<z.output<typeof environment>, 'MODE' | 'LOCAL_CHAIN' | 'LOCAL_COIN_CHAIN'>,
  env: Environment,
): Pick<Config, 'localChain' | 'localCoinChain'> {
  const isHere = settings.MODE === 'sandbox' && settings.LOCAL_CHAIN === 'on';
  const isUnnamed = (name: string) => (env[name] ?? '') === '';
  return {
    localChain: isHere && isUnnamed('RPC_LOCAL'),
    localCoinChain: isHere && settings.LOCAL_COIN_CHAIN === 'on' && isUnnamed('RPC_LOCAL_COIN'),
  };
}

function providersOf(env: Environment): Readonly<Record<string, string>> {
  const given = Object.entries(env).map(([name, value]) => [name, value?.trim() ?? ''] as const);
  return Object.fromEntries(given.filter(([name, value]) => name.startsWith('PROVIDER_') && value !== ''));
}

/** Each setting by itself; a faulty one counts as unset, so that the others can be judged together. */
function readEach(given: Readonly<Record<string, string>>): {
  readonly settings: Settings;
  readonly faulty: readonly string[];
  readonly mistakes: readonly string[];
} {
  const read = environment.safeParse(given);
  if (read.success) return { settings: read.data, faulty: [], mistakes: [] };
  const faulty = read.error.issues.map((issue) => String(issue.path[0]));
  const rest = Object.entries(given).filter(([name]) => !faulty.includes(name));
  return {
    settings: environment.parse(Object.fromEntries(rest)),
    faulty,
    mistakes: [...new Set(read.error.issues.map((issue) => issue.message))],
  };
}

function replayOf({ REPLAY_DIR: dir, REPLAY_FILES, REPLAY_SPEED: speed }: Settings): Config['replay'] {
  return { dir: dir === undefined ? null : resolve(dir), files: listed(REPLAY_FILES), speed };
}

/** The settings that a sentence names. */
const names = (sentence: string) => new Set(sentence.match(/[A-Z][A-Z_]+/g));

function originsOf(settings: Settings): Origins {
  const main = new URL(settings.PUBLIC_ORIGIN ?? `http://localhost:${settings.PORT}`).origin;
  const or = (given: string | undefined) => (given === undefined ? main : new URL(given).origin);
  return {
    main,
    auth: or(settings.AUTH_ORIGIN),
    dashboard: or(settings.DASHBOARD_ORIGIN),
    events: or(settings.EVENTS_ORIGIN),
    admin: or(settings.ADMIN_ORIGIN),
    files: or(settings.FILES_ORIGIN),
  };
}

function listed(text: string): readonly string[] {
  return text.split(',').flatMap((item) => item.trim() || []);
}

/** A folder that is not mounted must not be taken for an empty one. */
function archiveMistakes({ ARCHIVE_DIR }: Settings): readonly string[] {
  if (ARCHIVE_DIR === undefined) return [];
  const isFolder = statSync(resolve(ARCHIVE_DIR), { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isFolder ? [] : [`ARCHIVE_DIR names ${ARCHIVE_DIR}, and there is no such folder.`];
}

function mailMistakes({ SMTP_URL, MAIL_FROM }: Settings): readonly string[] {
  if (SMTP_URL === undefined || MAIL_FROM !== undefined) return [];
  return ['SMTP_URL needs MAIL_FROM, the address that mails come from.'];
}

function geoipMistakes({ GEOIP_FILE }: Settings): readonly string[] {
  if (GEOIP_FILE === undefined) return [];
  const isFile = statSync(resolve(GEOIP_FILE), { throwIfNoEntry: false })?.isFile() ?? false;
  return isFile ? [] : [`GEOIP_FILE names ${GEOIP_FILE}, and there is no such file.`];
}

function replayMistakes({ FEED, REPLAY_DIR, REPLAY_FILES }: Settings): readonly string[] {
  if (FEED !== 'replay') return [];
  if (REPLAY_DIR === undefined) return ['FEED=replay needs REPLAY_DIR, the folder of the recorded prices.'];
  const folder = resolve(REPLAY_DIR);
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (!isFolder) return [`REPLAY_DIR names ${folder}, and there is no such folder.`];
  return listed(REPLAY_FILES)
    .filter((file) => statSync(resolve(folder, file), { throwIfNoEntry: false })?.isFile() !== true)
    .map((file) => `REPLAY_FILES names ${file}, and there is no such file in ${folder}.`);
}

/** An address, or one with the length of its prefix. Every address there is would let anybody lie. */
function isNetwork(text: string): boolean {
  const [address = '', prefix, rest] = text.split('/');
  const bits = isIP(address) === 6 ? 128 : 32;
  if (isIP(address) === 0 || rest !== undefined) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 8 && Number(prefix) <= bits);
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '' && url.hash === '';
}
