/** Proofs that are tried at once: the browser hashes them beside each other. */
const BATCH = 512;

/** Leading zero bits of a hash. */
export function zeroBits(hash: Uint8Array): number {
  let bits = 0;
  for (const byte of hash) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24;
    bits += 8;
  }
  return bits;
}

/**
 * The proof that the server asks for after many tries: the text that makes SHA-256(challenge + "." + proof) begin with `difficulty`
 * zero bits. Rejects when `signal` ends it.
 */
export async function solve(challenge: string, difficulty: number, signal?: AbortSignal): Promise<string> {
  const encoder = new TextEncoder();
  for (let from = 0; ; from += BATCH) {
    signal?.throwIfAborted();
    const hashes = await Promise.all(
      Array.from({ length: BATCH }, (_one, index) =>
        crypto.subtle.digest('SHA-256', encoder.encode(`${challenge}.${from + index}`)),
      ),
    );
    const found = hashes.findIndex((hash) => zeroBits(new Uint8Array(hash)) >= difficulty);
    if (found >= 0) return String(from + found);
  }
}
