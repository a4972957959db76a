import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far a signed time may lie from ours: what is older could have been kept by somebody and sent again. */
const FRESH_MS = 5 * 60_000;

/**
 * Did one of the secrets sign these bytes (HMAC)? The bytes are those that came, never JSON that was read and written again. Compared in
 * constant time; false for a signature of another form.
 */
export function isSigned(
  bytes: string | Uint8Array,
  {
    signature,
    secrets,
    algorithm = 'sha256',
    encoding = 'hex',
  }: {
    readonly signature: string | readonly string[] | undefined;
    readonly secrets: readonly string[];
    readonly algorithm?: 'sha1' | 'sha256' | 'sha512';
    readonly encoding?: 'hex' | 'base64';
  },
): boolean {
  if (typeof signature !== 'string') return false;
  const given = Buffer.from(signature, encoding);
  return secrets.some((secret) => {
    const right = createHmac(algorithm, secret).update(bytes).digest();
    return given.length === right.length && timingSafeEqual(given, right);
  });
}

/** Is a time that was signed with the message near enough to ours? */
export function isFresh(signedAt: number, now: number, toleranceMs = FRESH_MS): boolean {
  return Math.abs(now - signedAt) <= toleranceMs;
}
