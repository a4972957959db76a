import { integerOf, joined } from './bytes.ts';
import { sha512 } from './sha2.ts';

/** Ed25519 signature check (RFC 8032 5.1.7), for browsers without it. Strict: canonical points and scalar. */
const P = 2n ** 255n - 19n;
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const D = mod(-121665n * inverse(121666n));
const ROOT_OF_MINUS_ONE = power(2n, (P - 1n) / 4n);

/** Extended coordinates: x = X/Z, y = Y/Z, T = XY/Z. */
interface Point {
  readonly x: bigint;
  readonly y: bigint;
  readonly z: bigint;
  readonly t: bigint;
}
const ZERO: Point = { x: 0n, y: 1n, z: 1n, t: 0n };
const BASE = basePoint();

function mod(value: bigint): bigint {
  const rest = value % P;
  return rest < 0n ? rest + P : rest;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = mod(base);
  for (let left = exponent; left > 0n; left >>= 1n) {
    if ((left & 1n) === 1n) result = mod(result * square);
    square = mod(square * square);
  }
  return result;
}

function inverse(value: bigint): bigint {
  return power(value, P - 2n);
}

function basePoint(): Point {
  const point = pointAt(mod(4n * inverse(5n)), 0n);
  if (point === null) throw new Error('the base point is not on the curve');
  return point;
}

/** The point with this y and this parity of x; null when there is none. */
function pointAt(y: bigint, parity: bigint): Point | null {
  if (y >= P) return null;
  const square = mod((y * y - 1n) * inverse(mod(D * y * y + 1n)));
  let x = power(square, (P + 3n) / 8n);
  if (mod(x * x - square) !== 0n) x = mod(x * ROOT_OF_MINUS_ONE);
  if (mod(x * x - square) !== 0n || (x === 0n && parity === 1n)) return null;
  if ((x & 1n) !== parity) x = P - x;
  return { x, y, z: 1n, t: mod(x * y) };
}

function decoded(bytes: Uint8Array): Point | null {
  const number = integerOf(bytes.toReversed());
  return pointAt(number & ((1n << 255n) - 1n), number >> 255n);
}

function add(p: Point, q: Point): Point {
  const a = mod((p.y - p.x) * (q.y - q.x));
  const b = mod((p.y + p.x) * (q.y + q.x));
  const c = mod(2n * p.t * q.t * D);
  const d = mod(2n * p.z * q.z);
  const [e, f, g, h] = [b - a, d - c, d + c, b + a];
  return { x: mod(e * f), y: mod(g * h), z: mod(f * g), t: mod(e * h) };
}

function times(scalar: bigint, point: Point): Point {
  let sum = ZERO;
  let twice = point;
  for (let left = scalar; left > 0n; left >>= 1n) {
    if ((left & 1n) === 1n) sum = add(sum, twice);
    twice = add(twice, twice);
  }
  return sum;
}

function same(p: Point, q: Point): boolean {
  return mod(p.x * q.z - q.x * p.z) === 0n && mod(p.y * q.z - q.y * p.z) === 0n;
}

/** Did the holder of `key` (32 bytes) make `signature` (64 bytes) over `message`? */
export function verifyEd25519(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (key.length !== 32 || signature.length !== 64) return false;
  const half = signature.subarray(0, 32);
  const scalar = integerOf(signature.slice(32).toReversed());
  const holder = decoded(key);
  const nonce = decoded(half);
  if (holder === null || nonce === null || scalar >= ORDER) return false;
  const challenge = integerOf(sha512(joined(half, key, message)).toReversed()) % ORDER;
  return same(times(scalar, BASE), add(nonce, times(challenge, holder)));
}
