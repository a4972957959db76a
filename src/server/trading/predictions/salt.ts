import { randomFillSync } from 'node:crypto';

const SALT_BYTES = 16;
const pool = Buffer.alloc(SALT_BYTES * 256);
let used = pool.length;

/** 16 random bytes as hex. Drawn 256 at a time: asking the system for each would cost more than deciding a prediction. */
export function drawSalt(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += SALT_BYTES;
  return pool.toString('hex', used - SALT_BYTES, used);
}
