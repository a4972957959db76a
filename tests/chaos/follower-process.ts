/** Five followers of facts in a process of their own, that a test can kill: each writes down what it was told, in its transaction. */
import { setTimeout as pause } from 'node:timers/promises';
import { createPool } from '#server/db/index.ts';
import { createFacts } from '#server/facts/index.ts';

/** Effects of one statement: a kill falls between two of them as often as elsewhere. */
const AT_A_TIME = 50;

const quiet = { warn: () => undefined, error: () => undefined, info: () => undefined };
const db = createPool(process.env['DATABASE_URL'] ?? '', { max: 12 });
const facts = createFacts({ db, log: quiet, sources: [] });
for (const name of ['one', 'two', 'three', 'four', 'five']) {
  facts.follow({
    name,
    kinds: ['eligibility.changed'],
    handle: async (tx, told) => {
      const ids = told.map(({ userId }) => userId);
      for (let from = 0; from < ids.length; from += AT_A_TIME) {
        await tx.query('INSERT INTO effect (follower, fact) SELECT $1, unnest($2::text[])', [
          name,
          ids.slice(from, from + AT_A_TIME),
        ]);
        await pause(1);
      }
    },
  });
}
await facts.start();
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
