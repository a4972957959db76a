import assert from 'node:assert/strict';
import { timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import { hasZeroBits, judgeGuess, type GuessCount, type GuessLimit } from '#domain/identity/login-throttle.ts';
import type { Refusal } from '#domain/refusals.ts';
import type { Clock } from '#server/clock.ts';
import { transaction } from '#server/db/index.ts';
import type { Vault } from '#server/vault/index.ts';
import type { Config } from '#server/config/config.ts';
import type { ChallengeAnswer, Client } from './contract-factors.ts';
import { isLoopback } from './accounts/demo-quota.ts';
import { sha256 } from './hashing.ts';
import { deleteCount, lockCount, storeCount } from './store-codes.ts';

/** What a try counts against: an account, a known browser of it, an address. */
export interface AttemptKey {
  readonly of: string;
  readonly limit: GuessLimit;
}

/** Counts tries of guessable things before they are judged, so that tries at the same time count as well. */
export interface AttemptLimiter {
  /**
   * Counts one try against each key, the narrowest first; ChallengeRequired where one of them asks for patience, and then
   * none counts.
   */
  take(keys: readonly [AttemptKey, ...AttemptKey[]], answer: ChallengeAnswer): Promise<Refusal | null>;
  /** The key of an address, all but unlimited for the machine itself in the sandbox: a crowd of tests stands behind it. */
  placeKey(what: string, client: Client, limit: GuessLimit): AttemptKey;
  /** The try was right: its account starts anew. */
  clear(key: AttemptKey): Promise<void>;
  /** The try was right: it does not count against a key that others share. */
  giveBack(key: AttemptKey): Promise<void>;
}

const FREE_IN_SANDBOX = 10_000;

interface Held extends AttemptKey {
  readonly key: Buffer;
  readonly count: GuessCount | null;
}

export function createAttemptLimiter(parts: {
  readonly config: Pick<Config, 'mode'>;
  readonly db: Pool;
  readonly clock: Clock;
  readonly vault: Vault;
}): AttemptLimiter {
  const { config, db, clock, vault } = parts;
  const keyOf = ({ of }: AttemptKey) => vault.blind(`guess/v1|${of}`);

  /** A challenge is good for the first key's count as it stands, and so for one try. */
  const challengeFor = ({ key, count }: Held, difficulty: number): string => {
    const state = `${key.toString('hex')}|${count?.windowStart ?? 0}|${count?.tries ?? 0}`;
    const mac = vault.blind(`challenge/v1|${difficulty}|${state}`);
    return `${difficulty}.${mac.toString('base64url')}`;
  };

  return {
    take: (keys, answer) =>
      transaction(db, async (tx) => {
        const now = clock.now();
        const held: Held[] = [];
        // In one order for everybody: two tries that share keys never wait for each other.
        const sorted = keys.map((one) => ({ ...one, key: keyOf(one) })).toSorted((a, b) => a.key.compare(b.key));
        for (const one of sorted) held.push({ ...one, count: await lockCount(tx, one.key) });
        const first = held.find(({ of }) => of === keys[0].of);
        assert(first !== undefined);
        const judge = (hasProof: boolean) =>
          held.map((one) => ({ ...one, verdict: judgeGuess(one.count, { now, limit: one.limit, hasProof }) }));
        const waits = judge(false).flatMap(({ verdict }) => (verdict.kind === 'wait' ? [verdict] : []));
        if (waits.length > 0) {
          const retryAfterMs = Math.max(...waits.map((wait) => wait.retryAfterMs));
          const difficulty = Math.max(...waits.map((wait) => wait.difficulty));
          const challenge = challengeFor(first, difficulty);
          if (retryAfterMs > 0 || !isProof(challenge, difficulty, answer)) {
            return { code: 'ChallengeRequired', challenge, difficulty, retryAfterMs };
          }
        }
        for (const { key, verdict } of judge(true)) if (verdict.kind === 'go') await storeCount(tx, key, verdict.count);
        return null;
      }),
    placeKey: (what, { address, network }, limit) => {
      const isOwn = config.mode === 'sandbox' && isLoopback(address);
      return { of: `${what}|${network}`, limit: isOwn ? { ...limit, free: FREE_IN_SANDBOX } : limit };
    },
    clear: (key) => deleteCount(db, keyOf(key)),
    giveBack: (shared) =>
      transaction(db, async (tx) => {
        const key = keyOf(shared);
        const count = await lockCount(tx, key);
        if (count !== null) await storeCount(tx, key, { ...count, tries: Math.max(0, count.tries - 1) });
      }),
  };
}

function isProof(challenge: string, difficulty: number, answer: ChallengeAnswer): boolean {
  const given = Buffer.from(answer.challenge ?? '');
  const wanted = Buffer.from(challenge);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return false;
  return hasZeroBits(sha256(`${challenge}.${answer.proof ?? ''}`), difficulty);
}
