import { randomBytes } from 'node:crypto';
import type { Draw } from '#domain/proofs/liabilities/hiding.ts';

/** More bits than the number has, so that no value is likelier than another by more than 2^-64. */
const SPARE_BYTES = 8;

/** A random number in [0, below), of the system. */
export const draw: Draw = (below) => {
  const bytes = Math.ceil(below.toString(16).length / 2) + SPARE_BYTES;
  return BigInt(`0x${randomBytes(bytes).toString('hex')}`) % below;
};
