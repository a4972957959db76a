/** A new Idempotency-Key: 128 random bits as hex. One for each tap; what is sent again after a lost answer keeps its own. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
