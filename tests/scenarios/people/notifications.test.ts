import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '#domain/identity/actor.ts';
import { usdt } from '#domain/money.ts';
import { notificationsAnswer } from '#protocol/notifications.ts';
import { createLocalBus, type Bus } from '#server/bus/index.ts';
import { readConfig } from '#server/config/config.ts';
import { transaction } from '#server/db/index.ts';
import { createFacts, record, type Facts } from '#server/facts/index.ts';
import { openAccount } from '#server/ledger/accounts.ts';
import { openAccounts, openBooks, post } from '#server/ledger/index.ts';
import { eventWatchers } from '#server/events/people/store-watch.ts';
import { eventLabels } from '#server/events/store-public.ts';
import { createLog } from '#server/logging/log.ts';
import { createMail, type Mail } from '#server/mail/index.ts';
import { createNotifications, type Notifications } from '#server/notifications/index.ts';
import { bookFacts } from '#server/trading/queries/store-books.ts';
import { createEngineFacts } from '#server/trading/queries/store-engine-facts.ts';
import { createVault, type Vault } from '#server/vault/index.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { until } from '#tests/http-calls.ts';
import { ELIGIBLE } from '#tests/eligible.ts';
import { World } from '../trading/trading-world.ts';

const DAY_MS = 86_400_000;
let database: TestDatabase;
let world: World;
let bus: Bus;
let vault: Vault;
let mail: Mail;
let notifications: Notifications;
let facts: Facts;
let dataDir: string;
let ada: Actor;
let late: number;

function open(): void {
  const config = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir });
  const clock = { now: () => world.clock.now() + late, monotonic: () => performance.now() };
  const parts = { config, db: database.pool, bus, clock, log: createLog(config), vault };
  mail = createMail(parts);
  notifications = createNotifications({ ...parts, mail, eventLabels, eventWatchers, bookFacts });
  facts = createFacts({ ...parts, sources: [createEngineFacts({ bus: world.bus, shard: 0 })] });
  facts.follow(notifications.follower);
}

async function start(): Promise<void> {
  notifications.start();
  await facts.start();
}

async function stop(): Promise<void> {
  await facts.stop();
  await notifications.stop();
}

/** A person of the real realm with money and a confirmed address. */
async function person(): Promise<Actor> {
  const userId = randomUUID();
  await transaction(database.pool, async (tx) => {
    await tx.query(
      `INSERT INTO app_user (id, role, created_at, language, email_confirmed_at, email_sealed, email_blind)
       VALUES ($1, 'USER', now(), 'de', now(), $2, $3)`,
      [userId, await vault.seal(tx, userId, 'ada@example.org'), vault.blind(userId)],
    );
    await openBooks(tx, 'sandbox');
    const { cash } = await openAccounts(tx, { ownerId: userId, realm: 'real' });
    const bank = await openAccount(tx, { realm: 'real', kind: 'bank', ownerId: null, ref: 'sandbox' });
    const transfers = [{ code: 420, debit: bank, credit: cash, amount: usdt(1_000_000_000n) }];
    await post(tx, { realm: 'real', kind: 'sandbox_grant', refType: 'user', refId: userId, transfers });
  });
  return { userId, sessionId: randomUUID(), role: 'USER', realm: 'real', eligibility: ELIGIBLE };
}

/** Two predictions of one person, one right and one wrong, settled. */
async function settleTwo(actor: Actor): Promise<void> {
  for (const direction of ['UP', 'DOWN'] as const) {
    const placed = await world.place({ userId: actor.userId }, { actor, stake: usdt(10_000_000n), direction });
    expect(placed.ok).toBe(true);
  }
  world.tick(100_50, { ms: 500 });
  world.tick(101_00, { ms: 60_000 });
  world.tick(101_00, { ms: 1 });
  await until('both to be settled', async () => {
    const { rows } = await database.pool.query<{ settled: number }>(
      'SELECT count(*)::int AS settled FROM prediction WHERE user_id = $1 AND settled_at IS NOT NULL',
      [actor.userId],
    );
    return rows[0]?.settled === 2 ? true : null;
  });
}

const all = (actor: Actor) => notifications.list(actor, { cursor: null, limit: 200 });
const some = (actor: Actor, count: number) =>
  until(`${count} notifications`, async () => ((await all(actor)).items.length === count ? true : null));

beforeEach(async () => {
  late = 0;
  [database, dataDir] = await Promise.all([testDatabase(), mkdtemp(join(tmpdir(), 'tikvo-news-'))]);
  await database.pool.query('SELECT ledger_check_grammar(true)');
  vault = createVault({ config: { dataDir, vaultKeys: [] } });
  bus = createLocalBus();
  world = new World(database.pool);
  open();
  ada = await person();
  await world.engine.start();
  world.tick(100_00);
});
afterEach(async () => {
  await stop();
  await world.engine.stop();
  bus.close();
  await Promise.all([database.drop(), rm(dataDir, { recursive: true, force: true })]);
});

/** Another process that reads the engine's batches from the first. */
async function readAgain(): Promise<void> {
  await stop();
  await database.pool.query('UPDATE fact_cursor SET position = 0');
  open();
  await start();
  await until('the batches to be read again', async () => {
    const { rows } = await database.pool.query<{ batch: string }>(
      "SELECT position AS batch FROM fact_cursor WHERE source = 'engine 0' AND follower = 'notifications'",
    );
    return Number(rows[0]?.batch) > 0 ? true : null;
  });
}

describe('settled predictions', () => {
  it('are told once each, also when nobody listened while they were settled', async () => {
    await settleTwo(ada);
    await start();
    await some(ada, 2);
    const { items, unread, nextCursor } = notificationsAnswer.parse(await all(ada));
    expect([unread, nextCursor]).toEqual([2, null]);
    expect(new Set(items.map(({ values }) => values['outcome']))).toEqual(new Set(['lose', 'win']));
    const won = items.find(({ values }) => values['outcome'] === 'win');
    expect(won).toMatchObject({
      kind: 'prediction_settled',
      isRead: false,
      values: { stake: '10.00', credit: '18.50' },
    });
    await readAgain();
    expect((await all(ada)).items).toHaveLength(2);
  });

  it('are announced after the commit with the number of unread ones', async () => {
    const heard: { unread: number; kind: string | null }[] = [];
    bus.subscribe('notifications.changed', ({ userId, message }) => {
      if (userId === ada.userId) heard.push({ unread: message.unread, kind: message.item?.kind ?? null });
    });
    await start();
    await settleTwo(ada);
    await until('both to be announced', () => (heard.length >= 2 ? true : null));
    expect(heard.at(-1)).toEqual({ unread: 2, kind: 'prediction_settled' });
    const [newest] = (await all(ada)).items;
    expect(await notifications.read(ada, { ids: [newest?.id ?? '', randomUUID()] })).toBe(1);
    expect(await notifications.read(ada, { all: true })).toBe(0);
    await until('the badge to go', () => (heard.at(-1)?.unread === 0 ? true : null));
  });

  it('are read up to the newest that was shown: what came since stays new', async () => {
    await start();
    await settleTwo(ada);
    await some(ada, 2);
    const [shown] = (await all(ada)).items;
    await settleTwo(ada);
    await some(ada, 4);
    expect(await notifications.read(ada, { upTo: shown?.id ?? '' })).toBe(2);
    expect((await all(ada)).items.map(({ isRead }) => isRead)).toEqual([false, false, true, true]);
  });

  it('are not told to those who switched them off, nor read by others', async () => {
    const bob = await person();
    await notifications.setPreferences(ada, { changes: [{ kind: 'prediction_settled', channel: 'app', on: false }] });
    await settleTwo(ada);
    await settleTwo(bob);
    await start();
    await some(bob, 2);
    expect((await all(ada)).items).toEqual([]);
    const [theirs] = (await all(bob)).items;
    await notifications.read(ada, { ids: [theirs?.id ?? ''] });
    await notifications.read(ada, { upTo: theirs?.id ?? '' });
    expect((await all(bob)).unread).toBe(2);
  });

  it('come by mail once a day, and summed from Monday to Sunday once a week, to those who asked for that', async () => {
    const wish = (kind: 'prediction_settled' | 'week_summary') => ({ kind, channel: 'email', on: true }) as const;
    await notifications.setPreferences(ada, { changes: [wish('prediction_settled'), wish('week_summary')] });
    await settleTwo(ada);
    await settleTwo(await person());
    await notifications.sendDigests('week');
    const monday = (7 - ((new Date(world.clock.now()).getUTCDay() + 6) % 7)) * DAY_MS;
    for (const [span, at, mails] of [
      ['day', DAY_MS, 1],
      ['day', 2 * DAY_MS, 1],
      ['week', monday - DAY_MS, 1],
      ['week', monday, 2],
      ['week', monday + 6 * DAY_MS, 2],
    ] as const) {
      late = at;
      await notifications.sendDigests(span);
      await notifications.sendDigests(span);
      expect(await mail.kept(10), `${span} after ${at} ms`).toHaveLength(mails);
    }
    const kept = (await mail.kept(10)).toSorted((one, other) => one.kind.localeCompare(other.kind));
    expect(kept.map(({ to, kind, subject }) => [to, kind, subject])).toEqual([
      ['ada@example.org', 'prediction_digest', 'Ihre Prognosen des letzten Tages'],
      ['ada@example.org', 'week_summary', 'Ihre Woche in Zahlen'],
    ]);
    for (const { text } of kept) expect(text).toContain('Gewonnen: 1. Verloren: 1. Erstattet: 0. Ergebnis: −1,50');
  });
});

describe('scheduled entries', () => {
  /** One that its time opens, one whose payout is too low then, one that its person takes back, one of practice. */
  async function endFour(): Promise<void> {
    const wait = async (actor: Actor, wanted: object = {}) => {
      const when = { at: world.clock.now() + 1_000 };
      const ask = { actor, pair: 'BTC-USD', direction: 'UP', stake: usdt(10_000_000n), durationSec: 60 } as const;
      const rest = { payoutBps: 0, minPayoutBps: 7_000, when, idempotency: null };
      const reply = await world.bus.request('trading.schedule', { ...ask, ...rest, ...wanted });
      if (!reply.ok) throw new Error(reply.refusal.code);
      return (JSON.parse(reply.body) as { readonly id: string }).id;
    };
    const [dan] = await world.people(1);
    await wait(ada);
    await wait(ada, { direction: 'DOWN', minPayoutBps: 9_900 });
    const entryId = await wait(ada);
    await world.bus.request('trading.unschedule', { actor: ada, which: { entryId }, idempotency: null });
    await wait({ userId: dan?.userId ?? '', sessionId: randomUUID(), role: 'DEMO', realm: 'demo' });
    world.tick(100_00, { ms: 1_500 });
    await until('all to end', async () => {
      const { rows } = await database.pool.query('SELECT 1 FROM scheduled_entry WHERE ended_at IS NULL');
      return rows.length === 0 ? true : null;
    });
  }

  beforeEach(() => {
    world.bus.answer('limits.eligibility', () => ELIGIBLE);
  });

  it('are told of once each: what was opened, and what was not and why, also when nobody listened', async () => {
    await endFour();
    await start();
    await some(ada, 2);
    await readAgain();
    const { items } = notificationsAnswer.parse(await all(ada));
    const told = items.toSorted((one, other) => one.kind.localeCompare(other.kind));
    const values = { pair: 'BTC-USD', stake: '10.00' };
    expect(told).toMatchObject([
      { kind: 'scheduled_ended', values: { ...values, direction: 'DOWN', reason: 'PayoutChanged' } },
      { kind: 'scheduled_opened', values: { ...values, direction: 'UP' } },
    ]);
    expect(told.map(({ at }) => Date.parse(at))).toEqual([world.clock.now(), world.clock.now()]);
    const { rows } = await database.pool.query('SELECT DISTINCT user_id FROM notification');
    expect(rows).toHaveLength(1);
    expect(await mail.kept(10)).toEqual([]);
  });

  it('come where their switches say: by mail, or not at all', async () => {
    await notifications.setPreferences(ada, {
      changes: [
        { kind: 'scheduled_ended', channel: 'email', on: true },
        { kind: 'scheduled_opened', channel: 'app', on: false },
      ],
    });
    await endFour();
    await start();
    await some(ada, 1);
    const [notice, ...others] = await mail.kept(10);
    expect(others).toEqual([]);
    expect(notice).toMatchObject({ kind: 'notice', subject: 'Geplante Prognose nicht geöffnet' });
    expect(notice?.text).toContain('Einsatz wurde erstattet');
    expect(notice?.text).toContain('/de/trading-history');
    expect((await all(ada)).items.map(({ kind }) => kind)).toEqual(['scheduled_ended']);
  });
});

describe('facts of the account', () => {
  it('are told once what they say, whether the person has an address or not', async () => {
    await start();
    await record(database.pool, [
      { kind: 'security.changed', userId: ada.userId, what: 'new_device' },
      { kind: 'limit.changed', userId: ada.userId, what: 'house_limit_set', amount: '50.00' },
    ]);
    await some(ada, 2);
    const { items } = await all(ada);
    const told = items.toSorted((one, other) => one.kind.localeCompare(other.kind));
    expect(told.map(({ kind, values }) => [kind, values])).toEqual([
      ['limits', { what: 'house_limit_set', amount: '50.00' }],
      ['security', { what: 'new_device' }],
    ]);
    // Their mails are sent by the subjects themselves.
    expect(await mail.kept(10)).toEqual([]);
  });

  it('are told of a picture that was stored while nobody followed, by mail too where that is wanted', async () => {
    const draw = () =>
      record(database.pool, [{ kind: 'picture.ready', userId: ada.userId, picture: randomUUID().replaceAll('-', '') }]);
    await draw();
    await start();
    await some(ada, 1);
    await stop();
    open();
    await start();
    expect(await mail.kept(10)).toEqual([]);
    await notifications.setPreferences(ada, { changes: [{ kind: 'avatar_ready', channel: 'email', on: true }] });
    await draw();
    const [notice] = await until('the mail', async () => {
      const kept = await mail.kept(10);
      return kept.length > 0 ? kept : null;
    });
    expect(notice).toMatchObject({ kind: 'notice', subject: 'Ihr Avatar ist fertig' });
    expect(notice?.text).toContain('http://localhost:3000/de/account');
    expect(notice?.text).toContain('/unsubscribe?token=');
    expect((await all(ada)).items.map(({ kind }) => kind)).toEqual(['avatar_ready', 'avatar_ready']);
  });

  it('learn by mail which document came to what, and of a name that somebody had to look at', async () => {
    await start();
    const decided = { kind: 'document.decided', userId: ada.userId, document: 'selfieWithId' } as const;
    await record(database.pool, [
      { ...decided, status: 'REJECTED', isFinal: false, reason: 'glare' },
      { kind: 'verification.name_decided', userId: ada.userId, status: 'APPROVED', isAwaited: false },
      { kind: 'verification.name_decided', userId: ada.userId, status: 'APPROVED', isAwaited: true },
      // A hit of a list is nobody's news.
      { kind: 'verification.name_decided', userId: ada.userId, status: 'PENDING_APPROVE', isAwaited: false },
    ]);
    await some(ada, 3);
    expect((await all(ada)).items.map(({ values }) => values['document'])).toEqual([
      'legalName',
      'legalName',
      'selfieWithId',
    ]);
    const kept = await until('the mails', async () => {
      const mails = await mail.kept(10);
      return mails.length > 1 ? mails : null;
    });
    expect(kept.map(({ subject }) => subject).toSorted()).toEqual([
      'Verifizierung aktualisiert: Amtlicher Name: bestätigt',
      'Verifizierung aktualisiert: Selfie mit Ausweis: bitte erneut senden',
    ]);
  });
});

describe('switches', () => {
  it('begin as the table of kinds says, and locked ones cannot be turned', async () => {
    const before = await notifications.preferences(ada);
    expect(before.kinds.find(({ kind }) => kind === 'security')).toMatchObject({ app: 'locked', email: 'locked' });
    expect(before.kinds.find(({ kind }) => kind === 'prediction_settled')).toMatchObject({ app: 'on', email: 'off' });
    const changes = [
      { kind: 'avatar_ready', channel: 'app', on: false },
      { kind: 'security', channel: 'email', on: false },
    ] as const;
    expect(await notifications.setPreferences(ada, { changes: [...changes] })).toMatchObject({
      ok: false,
      refusal: { code: 'InvalidRequest', fields: { 'changes.1': 'malformed' } },
    });
    expect(await notifications.preferences(ada)).toEqual(before);
  });

  it('show a stop by the link of a mail, and take it back', async () => {
    await mail.unsubscribe({ token: mail.unsubscribeToken(ada.userId), reasons: [], comment: '' });
    expect((await notifications.preferences(ada)).emailPaused).toBe(true);
    expect(await notifications.setPreferences(ada, { emailPaused: false })).toMatchObject({
      ok: true,
      value: { emailPaused: false },
    });
    await notifications.setPreferences(ada, { emailPaused: true });
    expect(await mail.hasUnsubscribed(database.pool, ada.userId)).toBe(true);
  });
});

describe('old notifications', () => {
  it('are dropped after half a year, and come page by page until then', async () => {
    await start();
    for (let no = 0; no < 5; no += 1) {
      await record(database.pool, [{ kind: 'security.changed', userId: ada.userId, what: 'new_device' }]);
    }
    await some(ada, 5);
    const first = await notifications.list(ada, { cursor: null, limit: 3 });
    const rest = await notifications.list(ada, { cursor: first.nextCursor, limit: 3 });
    expect([first.items.length, rest.items.length, rest.nextCursor]).toEqual([3, 2, null]);
    expect(new Set([...first.items, ...rest.items].map(({ id }) => id)).size).toBe(5);
    late = 181 * DAY_MS;
    await notifications.forgetOld();
    expect((await all(ada)).items).toEqual([]);
  });
});
