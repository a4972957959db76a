import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '#server/clock.ts';
import { payMakerBonuses } from '#server/ledger/maker-bonus.ts';
import { houseFigures } from '#server/trading/index.ts';
import { daily } from './daily.ts';
import type { Upkeep } from './upkeep.ts';

/** How soon after 00:00 UTC the makers have their bonus, ms. */
const LOOK_MS = 30_000;

/** Pays the market makers' bonus at 00:00 UTC, and at the start what an earlier day owes. */
export function payBonuses(parts: {
  readonly db: Pool;
  readonly clock: Clock;
  readonly log: Logger;
  readonly everyMs?: number;
}): Upkeep {
  const { db, clock, log, everyMs = LOOK_MS } = parts;
  let last = '';
  return daily(
    async () => {
      const day = new Date(clock.now()).toISOString().slice(0, 10);
      if (day === last) return;
      const people = await payMakerBonuses(db, day, houseFigures.bonusSince);
      last = day;
      if (people > 0) log.info({ day, people }, 'the bonus of the market makers is paid');
    },
    { log, firstMs: everyMs, everyMs },
  );
}
