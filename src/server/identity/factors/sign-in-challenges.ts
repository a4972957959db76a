import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { Clock } from '#server/clock.ts';
import type { Queryable } from '#server/db/index.ts';
import {
  deleteOldChallenges,
  deleteChallengesOf,
  findChallenge,
  insertChallenge,
  takeChallenge,
  tryChallenge,
  type ChallengeRow,
} from './store-challenge.ts';

/** A kind of ticket: its name in the table, how long it lives (ms), and what it holds. */
export interface ChallengeKind<T> {
  readonly name: string;
  readonly lives: number;
  readonly content: z.ZodType<T>;
}

export interface SignInChallenge<T> {
  readonly userId: string | null;
  readonly content: T;
}

/**
 * What was begun and waits for its bearer. A ticket is 32 random bytes; the table holds its hash, and its content under a key
 * that only the ticket gives: neither a reader of the table nor its backup can go on with it.
 */
export interface SignInChallenges {
  /** The ticket's text. `secret`: bytes that somebody else chose at random (the challenge of a passkey). */
  issue<T>(
    db: Queryable,
    kind: ChallengeKind<T>,
    begun: { readonly userId: string | null; readonly content: T; readonly secret?: Buffer },
  ): Promise<string>;
  peek<T>(db: Queryable, kind: ChallengeKind<T>, text: string): Promise<SignInChallenge<T> | null>;
  /** Counts a try first: at most `most` of them see the content. */
  attempt<T>(
    db: Queryable,
    kind: ChallengeKind<T>,
    given: { readonly text: string; readonly most: number },
  ): Promise<SignInChallenge<T> | null>;
  /** Ends it: one caller gets it, once. */
  take<T>(db: Queryable, kind: ChallengeKind<T>, text: string): Promise<SignInChallenge<T> | null>;
  /** Ends all of every kind that were begun for a person. */
  endAll(db: Queryable, userId: string): Promise<void>;
  forgetOld(db: Queryable): Promise<void>;
}

const BYTES = 32;
const NONCE = 12;
const TAG = 16;

export function createSignInChallenges({ clock }: { readonly clock: Pick<Clock, 'now'> }): SignInChallenges {
  const named = (kind: { readonly name: string }, text: string) => {
    const secret = Buffer.from(text, 'base64url');
    return { hash: hashOf(secret), kind: kind.name, now: clock.now(), secret };
  };
  const read = <T>(kind: ChallengeKind<T>, secret: Buffer, row: ChallengeRow | null): SignInChallenge<T> | null =>
    row === null ? null : { userId: row.userId, content: kind.content.parse(unseal(secret, row.content)) };

  return {
    issue: async (db, kind, { userId, content, secret = randomBytes(BYTES) }) => {
      const expiresAt = clock.now() + kind.lives;
      await insertChallenge(db, {
        hash: hashOf(secret),
        kind: kind.name,
        userId,
        content: seal(secret, content),
        expiresAt,
      });
      return secret.toString('base64url');
    },
    peek: async (db, kind, text) => {
      const { secret, ...key } = named(kind, text);
      return read(kind, secret, await findChallenge(db, key));
    },
    attempt: async (db, kind, { text, most }) => {
      const { secret, ...key } = named(kind, text);
      return read(kind, secret, await tryChallenge(db, { ...key, most }));
    },
    take: async (db, kind, text) => {
      const { secret, ...key } = named(kind, text);
      return read(kind, secret, await takeChallenge(db, key));
    },
    endAll: deleteChallengesOf,
    forgetOld: (db) => deleteOldChallenges(db, clock.now()),
  };
}

function hashOf(secret: Buffer): Buffer {
  return createHash('sha256').update('ticket').update(secret).digest();
}

function keyOf(secret: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'content of a ticket', 32));
}

function seal(secret: Buffer, content: unknown): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), nonce);
  const body = Buffer.concat([cipher.update(JSON.stringify(content), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, body, cipher.getAuthTag()]);
}

function unseal(secret: Buffer, sealed: Buffer): unknown {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), sealed.subarray(0, NONCE));
  decipher.setAuthTag(sealed.subarray(-TAG));
  const body = Buffer.concat([decipher.update(sealed.subarray(NONCE, -TAG)), decipher.final()]);
  return JSON.parse(body.toString('utf8'));
}
