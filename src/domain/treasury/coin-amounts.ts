import { COIN_DECIMALS } from '../cashier/coin-networks.ts';

const PLAIN = /^(0|[1-9]\d{0,9})(?:\.(\d{1,8}))?$/;

/** Coins as a person writes them (`0.05`), in the smallest unit; null: they are no such amount. */
export function coinUnits(text: string): bigint | null {
  const [, whole, fraction = ''] = PLAIN.exec(text) ?? [];
  return whole === undefined
    ? null
    : BigInt(whole) * 10n ** BigInt(COIN_DECIMALS) + BigInt(fraction.padEnd(COIN_DECIMALS, '0'));
}

/** Coins with all their decimals, as everybody writes them: `0.05000000`. */
export function coinText(units: bigint): string {
  const digits = units.toString().padStart(COIN_DECIMALS + 1, '0');
  return `${digits.slice(0, -COIN_DECIMALS)}.${digits.slice(-COIN_DECIMALS)}`;
}
