/** A process that puts the books right whose result was corrected. A test can kill it in between. */
import { correctBooks } from '#server/trading/corrections/correct-books.ts';
import { cashierParts } from './cashier-parts.ts';

const { db, clock, bus } = cashierParts();
await correctBooks({ db, clock, bus });
await db.end();
