/** A process that makes a proof of liabilities. A test can kill it in between. */
import { pino } from 'pino';
import { createLiabilities } from '#server/proofs/liabilities/liabilities.ts';
import { draw } from '#server/proofs/liabilities/chance.ts';
import { cashierParts } from '../cashier-parts.ts';

const { db, clock, vault } = cashierParts();
const liabilities = createLiabilities({
  db,
  vault,
  clock: { now: () => Number(process.env['NOW'] ?? clock.now()) },
  log: pino({ level: 'silent' }),
  contactOf: async (_db, userId) => ({ email: `${userId}@example.com` }),
  proofs: { documentProof: async () => ({ hours: [], hour_proofs: [], keys: null }) },
  pace: 'hour',
  draw,
});
await liabilities.takeDue(true);
await db.end();
