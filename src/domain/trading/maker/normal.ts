const HALF_LOG_TWO_PI = 0.918_938_533_204_672_8;
const SQRT_HALF = 0.707_106_781_186_547_6;

/** Density of the standard normal distribution. */
export function normalDensity(x: number): number {
  return Math.exp(-0.5 * x * x - HALF_LOG_TWO_PI);
}

/**
 * Standard normal distribution function; absolute error below 1.2e-7.
 * Complementary error function by Chebyshev fit: Press et al., Numerical Recipes in C, 2nd ed., section 6.2 (erfcc).
 */
export function normalBelow(x: number): number {
  const z = Math.abs(x) * SQRT_HALF;
  const t = 1 / (1 + 0.5 * z);
  let sum = 0;
  for (const coefficient of ERFC) sum = sum * t + coefficient;
  const tail = 0.5 * t * Math.exp(-z * z + sum);
  return x >= 0 ? 1 - tail : tail;
}

const ERFC = [
  0.170_872_77, -0.822_152_23, 1.488_515_87, -1.135_203_98, 0.278_868_07, -0.186_288_06, 0.096_784_18, 0.374_091_96,
  1.000_023_68, -1.265_512_23,
] as const;
