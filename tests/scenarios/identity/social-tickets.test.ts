import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import {
  createSignInChallenges,
  type ChallengeKind,
  type SignInChallenges,
} from '#server/identity/factors/sign-in-challenges.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';

const clock = { at: 1_800_000_000_000, now: () => clock.at };
const KIND: ChallengeKind<{ note: string }> = {
  name: 'test',
  lives: 60_000,
  content: z.strictObject({ note: z.string() }),
};
const OTHER: ChallengeKind<{ note: string }> = { ...KIND, name: 'other' };

let database: TestDatabase;
let challenges: SignInChallenges;
beforeAll(async () => {
  database = await testDatabase();
  challenges = createSignInChallenges({ clock });
});
afterAll(() => database.drop());

const issue = (note = 'a note') => challenges.issue(database.pool, KIND, { userId: null, content: { note } });

describe('a ticket', () => {
  it('gives its content to its bearer, until it is taken', async () => {
    const text = await issue();
    expect(text).toMatch(/^[\w-]{43}$/);
    const ticket = { userId: null, content: { note: 'a note' } };
    expect(await challenges.peek(database.pool, KIND, text)).toEqual(ticket);
    const taken = await Promise.all(Array.from({ length: 20 }, () => challenges.take(database.pool, KIND, text)));
    expect(taken.filter((one) => one !== null)).toEqual([ticket]);
    expect(await challenges.peek(database.pool, KIND, text)).toBeNull();
  });

  it('is one of its kind, and of its time', async () => {
    const text = await issue();
    expect(await challenges.take(database.pool, OTHER, text)).toBeNull();
    clock.at += 60_000;
    expect(await challenges.take(database.pool, KIND, text)).toBeNull();
    await challenges.forgetOld(database.pool);
    const { rows } = await database.pool.query('SELECT 1 FROM ticket WHERE expires_at <= $1', [new Date(clock.at)]);
    expect(rows).toEqual([]);
  });

  it('shows itself a number of times, however many try at once', async () => {
    const text = await issue();
    const seen = await Promise.all(
      Array.from({ length: 30 }, () => challenges.attempt(database.pool, KIND, { text, most: 5 })),
    );
    expect(seen.filter((one) => one !== null)).toHaveLength(5);
  });

  it('ends with all that were begun for its person, of every kind, and nobody else', async () => {
    const [one, other] = [uuidv7(), uuidv7()];
    for (const id of [one, other]) {
      await database.pool.query("INSERT INTO app_user (id, role, created_at) VALUES ($1, 'USER', now())", [id]);
    }
    const begun = (kind: typeof KIND, userId: string | null) =>
      challenges.issue(database.pool, kind, { userId, content: { note: 'begun' } });
    const gone = [await begun(KIND, one), await begun(OTHER, one)] as const;
    const left = [await begun(KIND, other), await begun(KIND, null)];
    await challenges.endAll(database.pool, one);
    expect(await challenges.peek(database.pool, KIND, gone[0])).toBeNull();
    expect(await challenges.peek(database.pool, OTHER, gone[1])).toBeNull();
    for (const text of left) expect(await challenges.peek(database.pool, KIND, text)).not.toBeNull();
  });

  it('stands in the table as noise: neither its text nor its content', async () => {
    const text = await issue('who comes from where');
    const { rows } = await database.pool.query<{ all: string }>(
      "SELECT encode(hash, 'hex') || ' ' || encode(content, 'escape') AS all FROM ticket",
    );
    const secret = Buffer.from(text, 'base64url').toString('hex');
    for (const row of rows) {
      expect(row.all).not.toContain(secret);
      expect(row.all).not.toContain('who comes');
    }
    // Moved under the hash of another ticket the content cannot be read.
    const other = await issue('another');
    await database.pool.query(
      'UPDATE ticket SET content = (SELECT content FROM ticket WHERE hash = $1) WHERE hash = $2',
      [await hashOf(text), await hashOf(other)],
    );
    await expect(challenges.peek(database.pool, KIND, other)).rejects.toThrow(/authenticate/);
  });
});

async function hashOf(text: string): Promise<Buffer> {
  const bytes = Buffer.concat([Buffer.from('ticket'), Buffer.from(text, 'base64url')]);
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes));
}
