/** Decimal digits of fixed-point numbers in here. */
const ONE = 10n ** 18n;
/** 1 / sqrt(2 pi) x 10^18. */
const INVERSE_ROOT_TWO_PI = 398_942_280_401_432_678n;
/** Beyond this many standard deviations the share is taken for 0 or 1: it differs by less than 10^-9. */
const FAR = 6n * 10n ** 9n;

/** Largest integer whose square is at most `n` >= 0 (Newton). */
export function rootFloor(n: bigint): bigint {
  if (n < 2n) return n;
  let x = 1n << BigInt((n.toString(2).length + 1) >> 1);
  for (;;) {
    const y = (x + n / x) >> 1n;
    if (y >= x) return x;
    x = y;
  }
}

/**
 * Share of a standard normal below `z` x 10^-9, in 10^-9, from 0 to 10^9. Integers only, so that every machine gets the same:
 * 1/2 + phi(z) (z + z^3/3 + z^5/(3 5) + ...), Abramowitz and Stegun, Handbook of Mathematical Functions, 26.2.11.
 */
export function normalBelowNano(z: bigint): bigint {
  if (z < 0n) return 10n ** 9n - normalBelowNano(-z);
  if (z >= FAR) return 10n ** 9n;
  const x = z * 10n ** 9n;
  const square = (x * x) / ONE;
  let term = x;
  let sum = 0n;
  for (let odd = 3n; term > 0n; odd += 2n) {
    sum += term;
    term = (term * square) / ONE / odd;
  }
  const density = (INVERSE_ROOT_TWO_PI * ONE) / expOf(square / 2n);
  return (ONE / 2n + (density * sum) / ONE) / 10n ** 9n;
}

/** e^y x 10^18 for y >= 0 in 10^-18. */
function expOf(y: bigint): bigint {
  let term = ONE;
  let sum = 0n;
  for (let n = 1n; term > 0n; n += 1n) {
    sum += term;
    term = (term * y) / ONE / n;
  }
  return sum;
}
