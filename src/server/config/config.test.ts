import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { registrableDomain } from './production.ts';
import type { Environment } from './config.ts';
import { ConfigError, readConfig } from './config.ts';

function mistakes(env: Environment): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
    throw error;
  }
}

const PRODUCTION = {
  MODE: 'production',
  FEED: 'live',
  DATABASE_URL: 'postgresql://tikvo:uX83kd93jfOq@db.internal:5432/tikvo?sslmode=verify-full',
  PUBLIC_ORIGIN: 'https://tikvo.example.com',
  ADMIN_ORIGIN: 'https://admin.example.com',
  FILES_ORIGIN: 'https://files-example.net',
  VAULT_KEY: '6wH1i9G0oYl8oN3m0kRr2qf4vB7cZxT5sJ+uPdE1aKw=',
  SMTP_URL: 'smtp://tikvo:kd93jfOq@relay.internal:587',
  MAIL_FROM: 'Tikvo <post@example.com>',
};

describe('settings', () => {
  it('have defaults that a newcomer can start with', () => {
    expect(readConfig({ DATA_DIR: 'somewhere' })).toMatchObject({
      port: 3000,
      host: '0.0.0.0',
      metrics: { port: null, host: '127.0.0.1', token: null },
      dataDir: resolve('somewhere'),
      databaseUrl: null,
      feed: 'auto',
      mode: 'sandbox',
      samples: 'all',
      waits: 'normal',
      replay: { dir: null, files: [], speed: 1 },
      origins: { main: 'http://localhost:3000', auth: 'http://localhost:3000', files: 'http://localhost:3000' },
    });
  });

  it('take every variable', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tikvo-config-'));
    for (const name of ['BTCUSD.csv', 'EURUSD.csv']) writeFileSync(join(folder, name), 'ts_ms,price\n');
    const config = readConfig({
      PORT: '8080',
      FEED: 'replay',
      REPLAY_DIR: folder,
      REPLAY_FILES: 'BTCUSD.csv, EURUSD.csv,',
      REPLAY_SPEED: '2.5',
      PUBLIC_ORIGIN: 'https://a.example/',
      EVENTS_ORIGIN: 'https://events.a.example',
      WAITS: 'short',
      SAMPLES: 'off',
      TRUSTED_PROXIES: '10.0.0.0/24, fd00::5',
      FINNHUB_KEY: 'k',
    });
    expect(config).toMatchObject({
      port: 8080,
      feed: 'replay',
      replay: { dir: folder, files: ['BTCUSD.csv', 'EURUSD.csv'], speed: 2.5 },
      origins: { main: 'https://a.example', events: 'https://events.a.example', admin: 'https://a.example' },
      waits: 'short',
      samples: null,
      trustedProxies: ['10.0.0.0/24', 'fd00::5'],
      keys: { finnhub: 'k', twelveData: null },
    });
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['on', 'all'],
    ['few', 'few'],
    ['off', null],
  ])('give a sandbox %s samples', (SAMPLES, samples) => {
    expect(readConfig({ SAMPLES }).samples).toBe(samples);
  });

  it('count an empty variable as unset', () => {
    expect(readConfig({ PORT: '', FEED: '  ', DATABASE_URL: '' }).port).toBe(3000);
  });

  it.each<[Environment, string]>([
    [{ RECORD_YEARS: '5,IT=11' }, 'RECORD_YEARS must be from 5 to 10, then countries that want another: 5,IT=10.'],
    [{ PORT: '99999' }, 'PORT must be a whole number from 0 to 65535.'],
    [{ PORT: '80 80' }, 'PORT must be a whole number from 0 to 65535.'],
    [{ FEED: 'real' }, 'FEED must be one of auto, live, replay, simulated.'],
    [{ FEED: 'replay' }, 'FEED=replay needs REPLAY_DIR, the folder of the recorded prices.'],
    [
      { FEED: 'replay', REPLAY_DIR: tmpdir(), REPLAY_FILES: 'none.csv.gz' },
      `REPLAY_FILES names none.csv.gz, and there is no such file in ${resolve(tmpdir())}.`,
    ],
    [{ FEED: 'replay', REPLAY_DIR: '/not/here' }, 'REPLAY_DIR names /not/here, and there is no such folder.'],
    [{ REPLAY_SPEED: '0' }, 'REPLAY_SPEED must be a number from 0.01 to 1000.'],
    [{ REPLAY_SPEED: 'fast' }, 'REPLAY_SPEED must be a number from 0.01 to 1000.'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must look like postgresql://user:password@host:5432/database.'],
    [
      { PUBLIC_ORIGIN: 'https://a.example/path' },
      'PUBLIC_ORIGIN must be an origin such as https://example.com, without a path.',
    ],
    [{ MODE: 'prod' }, 'MODE must be one of sandbox, production.'],
    [{ VAULT_KEY: 'c2hvcnQ=' }, 'VAULT_KEY must be base64 of 32 bytes, or several with commas, newest first.'],
    [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL must look like smtp://user:password@host:587.'],
    [{ MAIL_FROM: 'Tikvo' }, 'MAIL_FROM must look like Tikvo <post@example.com>.'],
    [{ SMTP_URL: 'smtp://localhost:2525' }, 'SMTP_URL needs MAIL_FROM, the address that mails come from.'],
    ...['10.0.0.0/33', '0.0.0.0/0', 'proxy.internal', '::1/x'].map((TRUSTED_PROXIES): [Environment, string] => [
      { TRUSTED_PROXIES },
      'TRUSTED_PROXIES must be IP addresses or networks such as 10.0.0.0/24, with commas.',
    ]),
    [
      { DATABASE_URL: 'postgresql://db/x?sslmode=prefer' },
      'sslmode in DATABASE_URL must be one of disable, require, verify-ca, verify-full, no-verify.',
    ],
    [
      { DATABASE_URL: 'postgresql://db/x?sslmode=verify-full&sslrootcert=/not/here.pem' },
      'DATABASE_URL names /not/here.pem as sslrootcert, and there is no such file.',
    ],
    [{ METRICS_PORT: '3000' }, 'METRICS_PORT must be another port than PORT.'],
    [
      { METRICS_PORT: '9464', METRICS_HOST: '10.0.0.5' },
      'METRICS_HOST is not this machine: set METRICS_TOKEN, which readers of the metrics must send.',
    ],
    [
      { METRICS_HOST: '10.0.0.5', METRICS_TOKEN: 'a-token-of-the-scraper' },
      'METRICS_HOST needs METRICS_PORT, the port of the metrics.',
    ],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must be 16 to 200 letters, digits or ._~+/- without spaces.'],
    [{ GEOIP_FILE: '/not/here.mmdb' }, 'GEOIP_FILE names /not/here.mmdb, and there is no such file.'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.'],
  ])('say what is wrong with %j', (env, sentence) => {
    expect(mistakes(env)).toEqual([sentence]);
  });

  it('say every mistake at once, those between several of them too', () => {
    expect(mistakes({ PORT: 'x', FEED: 'y', WAITS: 'z' })).toHaveLength(3);
    expect(
      mistakes({ PORT: 'x', FEED: 'replay', SMTP_URL: 'smtp://localhost:2525', OIDC_GOOGLE_CLIENT_ID: 'c' }),
    ).toEqual([
      'PORT must be a whole number from 0 to 65535.',
      'OIDC_GOOGLE_CLIENT_SECRET is missing.',
      'FEED=replay needs REPLAY_DIR, the folder of the recorded prices.',
      'SMTP_URL needs MAIL_FROM, the address that mails come from.',
    ]);
  });

  it('say nothing of what hangs on one that is itself mistaken', () => {
    const sentences = mistakes({ ...PRODUCTION, FEED: 'rumours', MAIL_FROM: 'Tikvo', WAITS: 'short' });
    expect(sentences).toEqual([
      'FEED must be one of auto, live, replay, simulated.',
      'MAIL_FROM must look like Tikvo <post@example.com>.',
      'MODE=production refuses WAITS=short: waiting times protect people.',
    ]);
  });
});

describe('production', () => {
  it('starts with safe settings', () => {
    expect(readConfig(PRODUCTION)).toMatchObject({ mode: 'production', host: '127.0.0.1' });
    expect(readConfig({ ...PRODUCTION, HOST: '10.0.0.5' }).host).toBe('10.0.0.5');
  });

  it.each<[Environment, string]>([
    [{ FEED: 'simulated' }, 'MODE=production takes live prices only: set FEED=live (it is simulated).'],
    [{ FEED: undefined }, 'MODE=production takes live prices only: set FEED=live (it is auto).'],
    [{ VAULT_KEY: undefined }, 'MODE=production needs VAULT_KEY, the master key of personal data.'],
    [{ VAULT_KEY: `${'A'.repeat(43)}=` }, 'MODE=production refuses a VAULT_KEY that is not random.'],
    [{ SMTP_URL: undefined }, 'MODE=production needs SMTP_URL, the relay that takes mails.'],
    [{ WAITS: 'short' }, 'MODE=production refuses WAITS=short: waiting times protect people.'],
    [
      { DATABASE_URL: undefined },
      'MODE=production needs DATABASE_URL: the embedded database has no backups and no replica.',
    ],
    [
      { DATABASE_URL: 'postgresql://tikvo:uX83kd93jfOq@db.internal:5432/tikvo' },
      'MODE=production needs sslmode in a DATABASE_URL of another machine: verify-full, or disable where nobody else is on the network between.',
    ],
    [
      { DATABASE_URL: 'postgresql://tikvo:postgres@localhost/x' },
      'MODE=production refuses a DATABASE_URL without a password or with a well-known one.',
    ],
    [{ ADMIN_ORIGIN: undefined }, 'MODE=production needs PUBLIC_ORIGIN, ADMIN_ORIGIN and FILES_ORIGIN.'],
    [{ FILES_ORIGIN: 'https://tikvo.example.com' }, 'MODE=production needs FILES_ORIGIN apart from PUBLIC_ORIGIN.'],
    [{ AUTH_ORIGIN: 'http://auth.example.com' }, 'MODE=production needs https in AUTH_ORIGIN.'],
    [
      { AUTH_ORIGIN: 'https://auth.example.org' },
      'AUTH_ORIGIN and PUBLIC_ORIGIN must lie under one registrable domain, for sign-in is shared by cookie.',
    ],
  ])('refuses %j', (change, sentence) => {
    expect(mistakes({ ...PRODUCTION, ...change })).toEqual([sentence]);
  });

  it('knows what a registrar sells', () => {
    expect(['a.b.example.com', 'example.com', 'x.example.co.uk', 'localhost'].map(registrableDomain)).toEqual([
      'example.com',
      'example.com',
      'example.co.uk',
      'localhost',
    ]);
  });
});
