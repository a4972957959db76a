import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import type { ActDoing } from './contract.ts';
import { transacted } from './transacted.ts';

/** What an act that ends so sends to the database, and answers. */
async function ending(outcome: Outcome<string>) {
  const sent: string[] = [];
  const client = { query: async (sql: string) => void sent.push(sql), release: () => undefined };
  const pool = { connect: async () => client } as unknown as Pool;
  const { run } = transacted(pool, async (tx) => {
    await tx.query('write');
    return outcome;
  });
  return { sent, answer: await run({} as ActDoing) };
}

it('keeps what an act wrote, and nothing of one that was refused in the end', async () => {
  expect(await ending(ok('Done.'))).toEqual({ sent: ['BEGIN', 'write', 'COMMIT'], answer: ok('Done.') });
  const refusal = refused({ code: 'ActRefused', why: 'Too late.' });
  expect(await ending(refusal)).toEqual({ sent: ['BEGIN', 'write', 'ROLLBACK'], answer: refusal });
});
