import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { transaction } from '#server/db/index.ts';
import { isMarked, leaveMark } from '#server/doctor-mark.ts';
import { claimInstallation } from '#server/vault/index.ts';
import { testDatabase } from '#tests/database.ts';
import { startMailSink } from '#tests/worlds/mail-sink.ts';
import { judgeClock, judgeDatabase } from './database.ts';
import { examine } from './examine.ts';
import { judgeFeeds } from './feeds.ts';
import { exitCodeOf, linesOf, type Finding } from './finding.ts';
import { judgeRoom } from './place.ts';
import { judgeArrival } from './proxy.ts';
import type { DatabaseFacts } from './store-facts.ts';

const GOOD: DatabaseFacts = {
  version: 150_018,
  database: 'tikvo',
  encoding: 'UTF8',
  role: 'tikvo',
  isSuperuser: false,
  mayCreate: true,
  isEncrypted: true,
  inRecovery: false,
  isReadOnly: false,
  durability: { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' },
  maxConnections: 100,
  sizeBytes: 7e7,
  now: 0,
};

const grades = (findings: readonly Finding[]) => findings.map(({ grade }) => grade);

describe('a database', () => {
  const place = { mode: 'production', databaseUrl: 'postgresql://db.internal/tikvo' } as const;
  it.each<[Partial<DatabaseFacts>, Finding['grade'], RegExp]>([
    [{}, 'ok', /PostgreSQL 15\.18, tikvo of 70 MB as tikvo, encrypted/],
    [{ version: 140_011 }, 'fault', /15 or newer/],
    [{ inRecovery: true }, 'fault', /standby.*DATABASE_URL/],
    [{ isReadOnly: true }, 'fault', /takes no writes/],
    [{ mayCreate: false }, 'fault', /may not make tables: ALTER/],
    [{ durability: { ...GOOD.durability, fsync: 'off' } }, 'fault', /fsync of the database is off/],
    [{ durability: { ...GOOD.durability, synchronous_commit: 'remote_apply' } }, 'ok', /15\.18/],
    [{ encoding: 'LATIN1' }, 'fault', /is encoded as LATIN1.*ENCODING 'UTF8'/],
    [{ isSuperuser: true }, 'warning', /superuser/],
    [{ isEncrypted: false }, 'warning', /not encrypted/],
    [{ maxConnections: 20 }, 'warning', /max_connections is 20/],
  ])('with %j: %s', (change, grade, words) => {
    const found = judgeDatabase({ ...GOOD, ...change }, place);
    expect(found).toEqual([{ about: 'database', grade, says: expect.stringMatching(words) }]);
  });
});

describe('clocks, room and feeds', () => {
  it.each([
    [200, 0, 'ok'],
    [-900, 100, 'warning'],
    [-900, 500, 'ok'],
    [60_000, 500, 'fault'],
  ] as const)('a clock that is %i ms ahead, give or take %i: %s', (ahead, unsure, grade) => {
    expect(judgeClock('the database', { ahead, unsure }).grade).toBe(grade);
  });

  it.each([
    [1e8, 'fault'],
    [1e9, 'warning'],
    [1e10, 'ok'],
  ] as const)('%d bytes free: %s', (bytes, grade) => {
    expect(judgeRoom(bytes).grade).toBe(grade);
  });

  it('live prices without a source are a fault, and one source of several a warning', () => {
    const [away, there] = [
      { pairs: 0, asked: 24, ahead: null },
      { pairs: 20, asked: 24, ahead: -80 },
    ];
    const heard = (...of: (typeof away | typeof there)[]) => new Map(of.map((one, no) => [`venue ${no}`, one]));
    expect(grades(judgeFeeds({ feed: 'live' }, heard(away, away)))).toEqual(['fault']);
    expect(grades(judgeFeeds({ feed: 'auto' }, heard(away, away)))).toEqual(['warning']);
    expect(grades(judgeFeeds({ feed: 'live' }, heard(there, away)))).toEqual(['ok', 'warning', 'ok']);
  });
});

describe('what arrives through a proxy', () => {
  const origin = 'https://app.example.com';
  const config = readConfig({ PUBLIC_ORIGIN: origin });
  const good = { peer: '127.0.0.1', host: 'app.example.com', forwardedFor: '198.51.100.7' };
  it.each([
    [{}, 'ok', /with its Host and the address of its caller/],
    [{ host: '127.0.0.1:3000' }, 'fault', /arrives as Host 127\.0\.0\.1:3000/],
    [{ forwardedFor: null }, 'fault', /without X-Forwarded-For/],
    [{ peer: '10.0.0.9' }, 'fault', /TRUSTED_PROXIES/],
    [{ forwardedFor: '192.0.2.1' }, 'fault', /that a stranger wrote/],
    [{ forwardedFor: '192.0.2.1, 198.51.100.7' }, 'ok', /address of its caller/],
  ] as const)('%j: %s', (change, grade, words) => {
    expect(judgeArrival(origin, { ...good, ...change }, config)).toEqual([
      { about: 'proxy', grade, says: expect.stringMatching(words) },
    ]);
  });

  it('is shown to who left a mark in the data folder, and to nobody else', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'tikvo-mark-'));
    expect(isMarked(dataDir, 'guess')).toBe(false);
    const mark = leaveMark(dataDir);
    expect([isMarked(dataDir, mark.word), isMarked(dataDir, 'guess'), isMarked(dataDir, undefined)]).toEqual([
      true,
      false,
      false,
    ]);
    mark.remove();
    expect(isMarked(dataDir, mark.word)).toBe(false);
    rmSync(dataDir, { recursive: true });
  });
});

describe('an installation', () => {
  it('is examined whole: a wrong master key is a fault, and a test letter goes out', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'tikvo-doctor-'));
    const [database, sink] = await Promise.all([testDatabase(), startMailSink()]);
    const key = () => randomBytes(32).toString('base64');
    const env = { DATA_DIR: dataDir, DATABASE_URL: database.url, FEED: 'simulated', PORT: '0', VAULT_KEY: key() };
    const right = readConfig({ ...env, SMTP_URL: sink.url, MAIL_FROM: 'Tikvo <post@tikvo.example>' });
    await transaction(database.pool, (tx) => claimInstallation(tx, right));
    const openDatabase = async () => ({ db: database.pool, isOwn: false, close: () => Promise.resolve() });
    const asked = { mail: 'ada@example.org', at: null, openDatabase };
    const found = await examine(right, asked);
    expect(linesOf(found).join('\n')).toMatch(/ok +keys +Database, data folder and master key belong together/);
    expect(exitCodeOf(found)).toBe(0);
    expect(sink.mails).toMatchObject([{ subject: 'Test letter of Tikvo', to: [{ address: 'ada@example.org' }] }]);
    const wrong = await examine(readConfig({ ...env, VAULT_KEY: key() }), { ...asked, mail: null });
    expect(wrong.filter(({ grade }) => grade === 'fault')).toEqual([
      { about: 'keys', grade: 'fault', says: expect.stringContaining('VAULT_KEY does not open this database') },
    ]);
    expect(exitCodeOf(wrong)).toBe(1);
    await Promise.all([database.drop(), sink.stop()]);
    rmSync(dataDir, { recursive: true });
  });
});
