import { admittedAt, expiresAt, ms } from './case.ts';
import type { Case } from './case.ts';
import { must } from './codes.ts';
import type { Settlement } from './documents.ts';

/** The formula that this verifier computes, as the rules document states it. */
const KNOWN_FORMULA =
  'z=d*(p_s-p_e)*10^30/(p_e*sigma*isqrt(ms_left*10^15)), sigma in 10^-12, d=1 UP, -1 DOWN; P=normal(z*10^-9) in 10^-9; ' +
  'fair=floor((stake+profit)*P/10^9); spread_bps=200+floor(300*min(1,(duration-left)/(0.8*duration))); credit=floor(fair*(10000-spread_bps)/10000)';
const NANO = 10n ** 9n;
/** How far the last digits of a share of the normal distribution may lie apart, 10^-9. */
const LAST_DIGITS = 2n;
/** Digits that our own computation carries. */
const ONE = 10n ** 30n;

/** What came back for an early sale: value by the formula of the rules, less the spread; never below what was asked for. */
export function checkSaleCredit(given: Case, { credit, sale }: Settlement): void {
  const { receipt, ticks } = given;
  const { admission, rules } = receipt;
  const [entry, tick, end] = [ticks.get('e'), ticks.get('s'), expiresAt(given)];
  must(
    sale !== null && entry !== undefined && tick !== undefined && end !== null,
    'SALE_TICK',
    'a sale without its ticks',
  );
  must(rules['sale'] === KNOWN_FORMULA, 'RULES_UNKNOWN', 'a sale by another formula than this verifier computes');
  must(ms(sale.t_sell) >= admittedAt(given), 'SALE_TICK', 'sold before it was admitted');
  const [stake, sigma, fair] = [units(admission.stake), units(sale.sigma), units(sale.fair)];
  must(
    /^\d+(\.\d{12})?$/.test(sale.sigma) && sigma > 0n && /^\d+\.\d{6}$/.test(sale.fair),
    'CREDIT',
    'figures of another form',
  );
  const whole = stake + (stake * BigInt(admission.payout_bps)) / 10_000n;
  const left = BigInt(end - tick.t);
  const moved = (tick.price - entry.price) * (admission.dir === 'UP' ? 1n : -1n);
  const share = shareOf(moved, { entry: entry.price, sigma, left });
  const value = (nano: bigint) => (whole * nano) / NANO;
  const fits = value(clamped(share - LAST_DIGITS)) <= fair && fair <= value(clamped(share + LAST_DIGITS));
  must(fits, 'CREDIT', `the sale was worth about ${value(share)}, the house says ${fair} (10^-6)`);
  const kept = spreadBps(BigInt(ms(admission.duration_us)), left);
  must(units(credit) === (fair * (10_000n - kept)) / 10_000n, 'CREDIT', 'the value less the spread is another amount');
  must(units(credit) >= units(sale.min_credit), 'CREDIT', 'less than the person asked for came back');
}

/** Decimal text without its point; a sigma may also stand there in 10^-12 at once. */
function units(text: string): bigint {
  return BigInt(text.replace('.', ''));
}

function clamped(nano: bigint): bigint {
  return nano < 0n ? 0n : nano > NANO ? NANO : nano;
}

function shareOf(moved: bigint, at: { readonly entry: bigint; readonly sigma: bigint; readonly left: bigint }): bigint {
  must(at.entry > 0n, 'CREDIT', 'a sale at a price that is not positive');
  const root = wholeRoot(at.left * 10n ** 15n);
  if (root === 0n) return moved > 0n ? NANO : 0n;
  return normalShare((moved * 10n ** 30n) / (at.entry * at.sigma * root));
}

/** 2 % at the entry, 5 % from a fifth of the duration on. */
function spreadBps(duration: bigint, left: bigint): bigint {
  const rise = (300n * 5n * (duration - left)) / (4n * duration);
  return 200n + (rise > 300n ? 300n : rise);
}

/** floor(sqrt(n)), by halving. */
export function wholeRoot(n: bigint): bigint {
  let [low, high] = [0n, 1n];
  while (high * high <= n) high *= 2n;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle * middle <= n) low = middle;
    else high = middle;
  }
  return low;
}

/** Share of a standard normal below z x 10^-9, in 10^-9: 1/2 + (1/sqrt(2 pi)) x sum of (-1)^n z^(2n+1) / (2^n n! (2n+1)). */
export function normalShare(z: bigint): bigint {
  if (z < 0n) return NANO - normalShare(-z);
  if (z >= 6n * NANO) return NANO;
  const x = z * (ONE / NANO);
  const square = (x * x) / ONE;
  let sum = 0n;
  let power = x;
  for (let n = 0n; power !== 0n; n++) {
    sum += power / (2n * n + 1n);
    power = (-power * square) / ONE / (2n * (n + 1n));
  }
  // sqrt(2 pi), 30 digits.
  const rootTwoPi = 2_506_628_274_631_000_502_415_765_284_811n;
  return (ONE / 2n + (sum * ONE) / rootTwoPi) / (ONE / NANO);
}
