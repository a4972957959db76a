import { COIN_DECIMALS } from '#domain/cashier/coin-networks.ts';
import { unitsBought } from '#domain/cashier/coin-offers.ts';
import { fromDecimal } from '#domain/money.ts';
import { coinText } from '#domain/treasury/coin-amounts.ts';
import type { Formats } from '#web/i18n/format.ts';
import { plainNumber } from '#web/ui/typed-number.ts';
import type { Estimate, Gate } from './use-withdraw.ts';

/** Gates that a smaller amount may be past. */
const BY_AMOUNT: readonly Gate['gate'][] = ['limits', 'documents', 'played', 'balance'];

type Bounds = Pick<Estimate, 'free' | 'max' | 'min' | 'monthLeft' | 'gates'>;

/** The most that may leave now, in whole cents; null: nothing. */
export function mostOf({ free, max, min, monthLeft }: Omit<Bounds, 'gates'>): string | null {
  const cents = Math.floor(Math.min(free, max, monthLeft ?? Infinity) * 100 + 1e-6);
  return cents < min * 100 ? null : (cents / 100).toFixed(2);
}

/** A smaller amount that would pass, where only the amount is in the way; null: there is none. */
export function insteadOf(bounds: Bounds, amount: string | null): string | null {
  const open = bounds.gates.filter(({ state }) => state === 'open');
  if (amount === null || open.length === 0 || !open.every(({ gate }) => BY_AMOUNT.includes(gate))) return null;
  const most = mostOf(bounds);
  return most === null || Number(most) >= Number(amount) ? null : most;
}

/** What would be free after so much more was played, the balance staying as it is. */
export function freeAfter({ cash, toPlay }: Pick<Estimate, 'cash' | 'toPlay'>, typed: string): string | null {
  const more = Number(plainNumber(typed) ?? Number.NaN);
  if (!Number.isFinite(more) || more <= 0) return null;
  return Math.max(0, cash - Math.max(0, toPlay - more)).toFixed(2);
}

/** An address in three parts: its first and last four signs are what people compare. */
export function partsOf(address: string): readonly [string, string, string] {
  const start = address.startsWith('0x') ? 6 : 4;
  return [address.slice(0, start), address.slice(start, -4), address.slice(-4)];
}

/** What an amount comes to in a coin that costs `rate`, as the server counts it; null: one of the two is none. */
export function coinsFor(amount: string, rate: string): string | null {
  const paid = fromDecimal(amount, 6);
  const [whole = '', fraction = ''] = rate.split('.');
  const price = Number(whole + fraction);
  return paid === null || !(price > 0) ? null : coinText(unitsBought(paid, { price, scale: fraction.length }));
}

/** Whole enough to ask whether it is one: of an EVM network, or of the Bitcoin family. */
export const isAddressLike = (text: string): boolean => /^(0x[0-9a-fA-F]{40}|(?!0x)[0-9A-Za-z]{26,90})$/.test(text);

/** What arrives, as it is shown: dollars, or coins with all their decimals. */
export function receiveText(formats: Pick<Formats, 'number'>, receive: string, rate: string | null): string {
  const coins = rate === null ? null : coinsFor(receive, rate);
  return coins === null ? formats.number(receive, 2) : formats.number(coins, COIN_DECIMALS);
}
