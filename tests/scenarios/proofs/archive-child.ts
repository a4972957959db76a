/** Moves proofs into the folder `TO` until it is done or killed. */
import { createPool } from '#server/db/index.ts';
import { batchPassedByAll } from '#server/facts/index.ts';
import { archiveProofs } from '#server/proofs/archive/archive-proofs.ts';
import { provenRows } from '#server/trading/index.ts';

const { DATABASE: url = '', TO: folder = '', BEFORE: before = '' } = process.env;
const db = createPool(url, { max: 2 });
const begun = performance.now();
const signal = { throwIfAborted: () => undefined };
const done = await archiveProofs({
  db,
  engine: provenRows,
  toldUpTo: batchPassedByAll,
  folder,
  ticks: folder,
  before: Number(before),
  say: () => undefined,
  signal,
});
await db.end();
process.stdout.write(`${JSON.stringify({ ...done, ms: Math.round(performance.now() - begun) })}\n`);
