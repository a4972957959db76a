import { ESTIMATE_MS } from '#domain/cashier/withdrawals.ts';
import type { Queryable } from '#server/db/index.ts';
import type { WithdrawParts } from '../parts.ts';
import { findOffer, insertOffer, type PriceOffer } from './store-offers.ts';

/**
 * What a coin costs a person now: the price that they were told within the last minute, which is theirs for so long however often they look, or
 * that of now. null: nothing says what it costs.
 */
export async function offerOf(
  { clock, coinRate }: Pick<WithdrawParts, 'clock' | 'coinRate'>,
  db: Queryable,
  { userId, network, pair }: { readonly userId: string; readonly network: string; readonly pair: string },
): Promise<PriceOffer | null> {
  const now = clock.now();
  const held = await findOffer(db, { userId, network, now });
  if (held !== null) return held;
  const rate = await coinRate(pair);
  if (rate === null) return null;
  await insertOffer(db, { userId, network, rate, until: now + ESTIMATE_MS, now });
  // Of two that look at once, one is written.
  return findOffer(db, { userId, network, now });
}
