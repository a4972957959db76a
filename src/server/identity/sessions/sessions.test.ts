import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '#domain/identity/actor.ts';
import { realmOf } from '#domain/identity/policy.ts';
import type { TradingEligibility } from '#domain/identity/trading-eligibility.ts';
import { createLocalBus, type Bus } from '#server/bus/index.ts';
import { transaction } from '#server/db/index.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { ELIGIBLE } from '#tests/eligible.ts';
import { loadTokenKeys } from '../keys.ts';
import { createSessions } from './sessions.ts';
import { endSession, insertPerson } from '../store.ts';
import { createTokens, type Tokens } from './tokens.ts';

const NOW = Date.UTC(2026, 10, 20);
const HOUR = 3_600_000;
const clock = { at: NOW, now: () => clock.at, monotonic: () => clock.at };
let database: TestDatabase;
let folder: string;
let tokens: Tokens;
let bus: Bus;
beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'tikvo-sessions-'));
  tokens = createTokens(await loadTokenKeys(folder));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  bus = createLocalBus();
  clock.at = NOW;
});

async function signedIn(role: Role = 'USER') {
  const actor = { userId: randomUUID(), sessionId: randomUUID(), role, realm: realmOf(role) };
  const expiresAt = NOW + HOUR;
  await transaction(database.pool, (tx) =>
    insertPerson(tx, { actor, origin: { referral: null, utm: null }, now: NOW, expiresAt }),
  );
  return { actor, token: await tokens.issue(actor, { from: NOW, to: expiresAt }) };
}

function opened(eligibility: () => TradingEligibility = () => ELIGIBLE) {
  let reads = 0;
  const sessions = createSessions({
    tokens,
    db: database.pool,
    clock,
    bus,
    standingOf: () => {
      reads += 1;
      return Promise.resolve(eligibility());
    },
  });
  return { sessions, reads: () => reads };
}

describe('the caller of a token', () => {
  it('comes with what holds the person back; a demo person with nothing', async () => {
    const { sessions, reads } = opened();
    const [person, demo] = [await signedIn(), await signedIn('DEMO')];
    expect(await sessions.actorOf(person.token)).toEqual({ ...person.actor, eligibility: ELIGIBLE });
    expect(await sessions.actorOf(demo.token)).toEqual(demo.actor);
    expect(reads()).toBe(1);
  });

  it('is read once for many calls of one second, and anew after it', async () => {
    const { sessions, reads } = opened();
    const { token } = await signedIn();
    await Promise.all(Array.from({ length: 50 }, () => sessions.actorOf(token)));
    clock.at += 999;
    await sessions.actorOf(token);
    expect(reads()).toBe(1);
    clock.at += 1;
    await sessions.actorOf(token);
    expect(reads()).toBe(2);
  });

  it('is gone at once when the end of the session is told, and within a second when it is not', async () => {
    const { sessions } = opened();
    const [told, untold] = [await signedIn(), await signedIn()];
    for (const { token, actor } of [told, untold]) {
      expect(await sessions.actorOf(token)).not.toBeNull();
      await endSession(database.pool, actor.sessionId, NOW);
    }
    bus.publish('identity.session-ended', { sessionId: told.actor.sessionId });
    expect(await sessions.actorOf(told.token)).toBeNull();
    expect(await sessions.actorOf(untold.token)).not.toBeNull();
    clock.at += 1_000;
    expect(await sessions.actorOf(untold.token)).toBeNull();
  });

  it('is held back at once when their eligibility changes, and nobody else is asked about', async () => {
    let eligibility = ELIGIBLE;
    const { sessions, reads } = opened(() => eligibility);
    const [one, other] = [await signedIn(), await signedIn()];
    for (const { token } of [one, other]) await sessions.actorOf(token);
    eligibility = { ...ELIGIBLE, selfExcluded: true };
    bus.publish('identity.eligibility-changed', { userId: one.actor.userId });
    expect((await sessions.actorOf(one.token))?.eligibility?.selfExcluded).toBe(true);
    await sessions.actorOf(other.token);
    expect(reads()).toBe(3);
  });

  it('is nobody once the account is closed, its role is another, or the time is up', async () => {
    const { sessions } = opened();
    const [closed, promoted, late] = [await signedIn(), await signedIn(), await signedIn()];
    await database.pool.query('UPDATE app_user SET closed_at = now() WHERE id = $1', [closed.actor.userId]);
    await database.pool.query(`UPDATE app_user SET role = 'ADMIN' WHERE id = $1`, [promoted.actor.userId]);
    expect(await sessions.actorOf(closed.token)).toBeNull();
    expect(await sessions.actorOf(promoted.token)).toBeNull();
    clock.at += HOUR;
    expect(await sessions.actorOf(late.token)).toBeNull();
  });

  it('is asked for again after a failure', async () => {
    let fails = true;
    const { sessions } = opened(() => {
      if (fails) throw new Error('the database is away');
      return ELIGIBLE;
    });
    const { token } = await signedIn();
    await expect(sessions.actorOf(token)).rejects.toThrow('away');
    fails = false;
    expect(await sessions.actorOf(token)).not.toBeNull();
  });
});
