/** A process that tells people what their alerts wait for. A test can kill it in between. */
import { fireAlerts } from '#server/events/alerts/fire.ts';
import { bookFacts } from '#server/trading/queries/store-books.ts';
import { cashierParts } from './cashier-parts.ts';

const { db, clock } = cashierParts();
await fireAlerts({ db, clock, bookFacts });
await db.end();
