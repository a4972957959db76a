/**
 * SHA-256 and SHA-512 (FIPS 180-4), so that the checker runs in any browser and from a file on disk.
 * The constants are fractions of roots of the first primes, computed as the standard defines them.
 */
const PRIMES = firstPrimes(80);
const MASK = (1n << 64n) - 1n;
const K512 = PRIMES.map((prime) => rootFraction(prime, 3n));
const START512 = PRIMES.slice(0, 8).map((prime) => rootFraction(prime, 2n));
const K256 = Uint32Array.from(K512.slice(0, 64), (word) => Number(word >> 32n));
const START256 = Uint32Array.from(START512, (word) => Number(word >> 32n));

function firstPrimes(count: number): bigint[] {
  const primes: bigint[] = [];
  for (let n = 2n; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0n)) primes.push(n);
  return primes;
}

/** First 64 bits of the fraction of the square or cube root of `n`. */
function rootFraction(n: bigint, power: bigint): bigint {
  const scaled = n << (64n * power);
  let low = 0n;
  let high = 1n << 72n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** power <= scaled) low = middle;
    else high = middle;
  }
  return low & MASK;
}

/** Message, one bit, zeros, and the length in bits, in whole blocks. */
function padded(message: Uint8Array, block: 64 | 128): Uint8Array {
  const tail = block / 8 + 1;
  const bytes = new Uint8Array(Math.ceil((message.length + tail) / block) * block);
  bytes.set(message);
  bytes[message.length] = 0x80;
  new DataView(bytes.buffer).setBigUint64(bytes.length - 8, BigInt(message.length) * 8n);
  return bytes;
}

export function sha256(message: Uint8Array): Uint8Array {
  const bytes = padded(message, 64);
  const view = new DataView(bytes.buffer);
  const state = START256.slice();
  const words = new Uint32Array(64);
  for (let at = 0; at < bytes.length; at += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + i * 4);
    mix256(state, words);
  }
  const out = new Uint8Array(32);
  const result = new DataView(out.buffer);
  for (const [i, word] of state.entries()) result.setUint32(i * 4, word);
  return out;
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function mix256(state: Uint32Array, w: Uint32Array): void {
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15]!;
    const y = w[i - 2]!;
    const small0 = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
    const small1 = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
    w[i] = (w[i - 16]! + small0 + w[i - 7]! + small1) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const big1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const t1 = (h + big1 + ((e & f) ^ (~e & g)) + K256[i]! + w[i]!) | 0;
    const big0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const t2 = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = state[i]! + word;
}

/** Used for Ed25519 alone, a few blocks a signature: plain integers are fast enough. */
export function sha512(message: Uint8Array): Uint8Array {
  const bytes = padded(message, 128);
  const view = new DataView(bytes.buffer);
  const state = [...START512];
  for (let at = 0; at < bytes.length; at += 128) {
    const words = Array.from({ length: 16 }, (_, i) => view.getBigUint64(at + i * 8));
    mix512(state, words);
  }
  const out = new Uint8Array(64);
  const result = new DataView(out.buffer);
  for (const [i, word] of state.entries()) result.setBigUint64(i * 8, word);
  return out;
}

function turn64(word: bigint, by: bigint): bigint {
  return ((word >> by) | (word << (64n - by))) & MASK;
}

function mix512(state: bigint[], w: bigint[]): void {
  for (let i = 16; i < 80; i++) {
    const x = w[i - 15]!;
    const y = w[i - 2]!;
    const small0 = turn64(x, 1n) ^ turn64(x, 8n) ^ (x >> 7n);
    const small1 = turn64(y, 19n) ^ turn64(y, 61n) ^ (y >> 6n);
    w[i] = (w[i - 16]! + small0 + w[i - 7]! + small1) & MASK;
  }
  let [a, b, c, d, e, f, g, h] = state as [bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint];
  for (let i = 0; i < 80; i++) {
    const big1 = turn64(e, 14n) ^ turn64(e, 18n) ^ turn64(e, 41n);
    const t1 = (h + big1 + ((e & f) ^ (~e & MASK & g)) + K512[i]! + w[i]!) & MASK;
    const big0 = turn64(a, 28n) ^ turn64(a, 34n) ^ turn64(a, 39n);
    const t2 = (big0 + ((a & b) ^ (a & c) ^ (b & c))) & MASK;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) & MASK, c, b, a, (t1 + t2) & MASK];
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = (state[i]! + word) & MASK;
}
