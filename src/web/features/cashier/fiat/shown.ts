import { plainNumber } from '#web/ui/typed-number.ts';
import type { Fiats, FiatOrder } from './use-fiat.ts';

const AMOUNT = /^\d{1,9}(?:\.\d{1,2})?$/;
/** Offered first where nothing else says which. */
const FIRST = 'EUR';

/** A sum as people type it, within the bounds of its currency. `low`, `high`: on which side it lies outside; null: it is no sum. */
export function sumOf(
  typed: string,
  { minStr, maxStr }: Pick<Fiats['fiats'][number], 'minStr' | 'maxStr'>,
): { readonly amount: string; readonly side: 'low' | 'high' | null } | null {
  const amount = plainNumber(typed) ?? '';
  if (!AMOUNT.test(amount) || Number(amount) <= 0) return null;
  const side = Number(amount) < Number(minStr) ? 'low' : Number(amount) > Number(maxStr) ? 'high' : null;
  return { amount, side };
}

/** The currency that is chosen first: that of the last order, else the usual one, else any. */
export function firstFiat(fiats: Fiats['fiats'], orders: readonly FiatOrder[]): string | null {
  const has = (code: string | undefined) => (fiats.some((one) => one.code === code) ? code : undefined);
  return has(orders[0]?.fiat) ?? has(FIRST) ?? fiats[0]?.code ?? null;
}

/** What `left` (ms) is of the time to pay, as a part of it. */
export function leftOf({ at, expiresAt }: Pick<FiatOrder, 'at' | 'expiresAt'>, left: number): number {
  const whole = Date.parse(expiresAt) - Date.parse(at);
  return whole <= 0 ? 0 : Math.min(1, Math.max(0, left / whole));
}

/** `59:03`, for a time that runs. */
export function clockOf(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
