import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { transaction } from '#server/db/index.ts';
import { createFacts, record, type Facts, type Follower } from '#server/facts/index.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { until } from '#tests/http-calls.ts';

const KINDS = ['eligibility.changed', 'picture.ready'] as const;

let database: TestDatabase;
let opened: Facts[];
const log = { warn: vi.fn<() => void>(), error: vi.fn<() => void>(), info: vi.fn<() => void>() };

beforeEach(async () => {
  opened = [];
  log.warn.mockClear();
  database = await testDatabase();
  await database.pool.query('CREATE TABLE effect (no bigserial, follower text, fact text)');
});
afterEach(async () => {
  await Promise.all(opened.map((facts) => facts.stop()));
  await database.drop();
});

function open(): Facts {
  const facts = createFacts({ db: database.pool, log, sources: [] });
  opened.push(facts);
  return facts;
}

/** Writes down what it is told of, in its transaction. */
function writer(name: string, more: Partial<Follower<(typeof KINDS)[number]>> = {}): Follower<(typeof KINDS)[number]> {
  return {
    name,
    kinds: KINDS,
    handle: async (tx, facts) => {
      for (const fact of facts) {
        await tx.query('INSERT INTO effect (follower, fact) VALUES ($1, $2)', [name, fact.userId]);
      }
    },
    ...more,
  };
}

const tell = (userId: string) => record(database.pool, [{ kind: 'eligibility.changed', userId }]);

async function effectsOf(follower: string): Promise<readonly string[]> {
  const { rows } = await database.pool.query<{ fact: string }>(
    'SELECT fact FROM effect WHERE follower = $1 ORDER BY no',
    [follower],
  );
  return rows.map(({ fact }) => fact);
}

/** What a follower has done, once it is as much as is waited for. */
const effects = (follower: string, count: number) =>
  until(`${count} effects of ${follower}`, async () => {
    const told = await effectsOf(follower);
    return told.length >= count ? told : null;
  });

/** A transaction that has recorded a fact and goes on. */
async function running(userId: string): Promise<{ commit(): Promise<void> }> {
  const tx = await database.pool.connect();
  await tx.query('BEGIN');
  await record(tx, [{ kind: 'eligibility.changed', userId }]);
  return {
    commit: async () => {
      await tx.query('COMMIT');
      tx.release();
    },
  };
}

describe('facts', () => {
  it('are told if the transaction commits, and once to each follower, also when nobody followed then', async () => {
    await tell('early');
    const broken = transaction(database.pool, async (tx) => {
      await record(tx, [{ kind: 'eligibility.changed', userId: 'never' }]);
      throw new Error('no');
    });
    await expect(broken).rejects.toThrow('no');
    const facts = open();
    facts.follow(writer('one'));
    facts.follow(writer('pictures', { kinds: ['picture.ready'] }));
    await facts.start();
    await record(database.pool, [{ kind: 'picture.ready', userId: 'late', picture: 'p' }]);
    expect(await effects('one', 2)).toEqual(['early', 'late']);
    expect(await effects('pictures', 1)).toEqual(['late']);
    await facts.stop();
    const again = open();
    again.follow(writer('one'));
    again.follow(writer('newcomer'));
    await again.start();
    await tell('last');
    expect(await effects('one', 3)).toEqual(['early', 'late', 'last']);
    // Whoever comes later is not told of what was.
    expect(await effects('newcomer', 1)).toEqual(['last']);
  });

  it('wait for every transaction that began before, so that none is passed unread', async () => {
    const facts = open();
    const heard: string[] = [];
    facts.follow(writer('one'));
    facts.hear(['eligibility.changed'], ({ userId }) => heard.push(userId));
    await facts.start();
    const slow = await running('slow');
    await tell('quick');
    // What is heard needs no order.
    await until('it to be heard', () => (heard.length > 0 ? true : null));
    expect(await effectsOf('one')).toEqual([]);
    await slow.commit();
    expect(await effects('one', 2)).toEqual(['slow', 'quick']);
    await until('both to be heard', () => (heard.length > 1 ? true : null));
    await tell('last');
    await until('the last to be heard', () => (heard.includes('last') ? true : null));
    expect(heard).toEqual(['quick', 'slow', 'last']);
  });

  it('reach the others when one follower throws, which comes to them later', async () => {
    const facts = open();
    let isBroken = true;
    const whole = writer('broken');
    facts.follow(
      writer('broken', {
        handle: async (tx, told) => {
          await whole.handle(tx, told);
          if (isBroken && told.some(({ userId }) => userId === 'b')) throw new Error('no');
        },
      }),
    );
    facts.follow(writer('whole'));
    await record(
      database.pool,
      ['a', 'b', 'c'].map((userId) => ({ kind: 'eligibility.changed', userId })),
    );
    await facts.start();
    expect(await effects('whole', 3)).toEqual(['a', 'b', 'c']);
    expect(await effects('broken', 1)).toEqual(['a']);
    await until('the second try', () => (log.warn.mock.calls.length > 1 ? true : null));
    isBroken = false;
    expect(await effects('broken', 3)).toEqual(['a', 'b', 'c']);
  });

  it('are handled by one of several processes, and heard by each', async () => {
    const heard: string[] = [];
    const told = Array.from({ length: 50 }, (_, no) => `${no}`);
    for (const _ of [1, 2]) {
      const facts = open();
      facts.follow(writer('one'));
      facts.hear(['eligibility.changed'], ({ userId }) => heard.push(userId));
      await facts.start();
    }
    for (const userId of told) await tell(userId);
    expect(await effects('one', told.length)).toEqual(told);
    await until('all to be heard', () => (heard.length >= 100 ? true : null));
    expect(heard.toSorted()).toEqual([...told, ...told].toSorted());
  });

  it('come to a follower that asks for it when they are old enough', async () => {
    const facts = open();
    facts.follow(writer('soon'));
    facts.follow(writer('later', { afterMs: 60_000 }));
    await facts.start();
    await tell('a');
    await tell('b');
    expect(await effects('soon', 2)).toEqual(['a', 'b']);
    expect(await effectsOf('later')).toEqual([]);
    await database.pool.query(`UPDATE fact SET at = at - interval '1 minute' WHERE body ->> 'userId' = 'a'`);
    expect(await effects('later', 1)).toEqual(['a']);
  });

  it('that a dump brought from a server with more transactions are told like others', async () => {
    await tell('dumped');
    await database.pool.query(`UPDATE fact SET xid = '1000000000'`);
    const facts = open();
    facts.follow(writer('one'));
    await facts.start();
    await tell('new');
    expect(await effects('one', 2)).toEqual(['dumped', 'new']);
  });

  it('are dropped a week after every follower has passed them', async () => {
    const facts = open();
    facts.follow(writer('one'));
    await facts.start();
    await tell('a');
    await tell('b');
    expect(await effects('one', 2)).toEqual(['a', 'b']);
    await database.pool.query(`UPDATE fact SET at = at - interval '8 days' WHERE body ->> 'userId' = 'a'`);
    await database.pool.query(`INSERT INTO fact_cursor VALUES ('asleep', 'recorded', 0)`);
    await facts.purge();
    const kept = async () =>
      (await database.pool.query<{ id: string }>(`SELECT body ->> 'userId' AS id FROM fact ORDER BY no`)).rows.map(
        ({ id }) => id,
      );
    expect(await kept()).toEqual(['a', 'b']);
    await database.pool.query('UPDATE fact_cursor SET position = 2');
    await facts.purge();
    expect(await kept()).toEqual(['b']);
  });
});
