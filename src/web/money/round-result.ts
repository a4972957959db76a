import type { PositionWire } from '#protocol/exchange.ts';

/** How a round ended for whoever held something of it. `sold`: nothing was held to the end. */
export type RoundResult = 'won' | 'lost' | 'same' | 'void' | 'sold';

/** Null: it has not ended. A round that ended on the same price pays half of 1.00 a share. */
export function resultOf({
  status,
  pays,
  shares,
}: Pick<PositionWire, 'status' | 'pays' | 'shares'>): RoundResult | null {
  if (status !== 'SETTLED' && status !== 'VOIDED') return null;
  if (shares === 0) return 'sold';
  if (status === 'VOIDED') return 'void';
  return pays === 1 ? 'won' : pays === 0 ? 'lost' : 'same';
}

/** Gain and loss have a colour, and nothing has none. */
export function toneOf(amount: number | bigint): string {
  return amount > 0 ? 'text-up' : amount < 0 ? 'text-down' : '';
}
