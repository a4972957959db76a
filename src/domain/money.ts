/**
 * Money is an integer count of the currency's smallest unit, with the currency in the type.
 * USDT: 10^-6. Nothing here rounds silently: each division names its rounding.
 */
declare const currency: unique symbol;

/** The play currency, and the coins that are converted to it at the door (10^-9; 10^-8 of BTC and LTC). */
export type Currency = 'USDT' | 'ETH' | 'BTC' | 'LTC';
export type Money<C extends Currency> = bigint & { readonly [currency]: C };
export type Usdt = Money<'USDT'>;

/** Decimal digits of one unit of the play currency on the ledger. */
export const USDT_SCALE = 6;

/** Marks `units` (10^-6 USDT) as play money. */
export function usdt(units: bigint): Usdt {
  return units as Usdt;
}

/** a + b of one currency. Mixing currencies does not compile. */
export function add<C extends Currency>(a: Money<C>, b: Money<NoInfer<C>>): Money<C> {
  return (a + b) as Money<C>;
}

/** a - b of one currency; the result may be negative. */
export function subtract<C extends Currency>(a: Money<C>, b: Money<NoInfer<C>>): Money<C> {
  return (a - b) as Money<C>;
}

/** floor(amount x numerator / denominator), toward minus infinity. `denominator` > 0. */
export function mulDivFloor<C extends Currency>(amount: Money<C>, numerator: bigint, denominator: bigint): Money<C> {
  const product = amount * numerator;
  const quotient = product / denominator;
  const exact = quotient * denominator === product;
  return (product < 0n && !exact ? quotient - 1n : quotient) as Money<C>;
}

/** Profit of a right prediction: floor(stake x payoutBps / 10000) in 10^-6 (docs/rules/settlement.md#result). */
export function profitOf(stake: Usdt, payoutBps: number): Usdt {
  return mulDivFloor(stake, BigInt(payoutBps), 10_000n);
}

/** Exact decimal text of an amount: `10500000` -> `"10.500000"`. */
export function toDecimal(amount: Usdt, digits = USDT_SCALE): string {
  const negative = amount < 0n;
  const signed: bigint = amount;
  const size = negative ? -signed : signed;
  const units = digits === USDT_SCALE ? size : size / 10n ** BigInt(USDT_SCALE - digits);
  if (digits === 0) return `${negative ? '-' : ''}${units}`;
  const text = units.toString().padStart(digits + 1, '0');
  return `${negative ? '-' : ''}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

const PLAIN_DECIMAL = /^(0|[1-9]\d{0,11})(?:\.(\d+))?$/;

/** Reads a plain decimal (no sign, exponent, separator or leading zero) of at most `maxDigits` decimals; null if it is not one. */
export function fromDecimal(text: string, maxDigits: number): Usdt | null {
  const match = PLAIN_DECIMAL.exec(text);
  if (match === null) return null;
  const fraction = match[2] ?? '';
  if (fraction.length > maxDigits) return null;
  return (BigInt(match[1] ?? '0') * 10n ** BigInt(USDT_SCALE) + BigInt(fraction.padEnd(USDT_SCALE, '0'))) as Usdt;
}
