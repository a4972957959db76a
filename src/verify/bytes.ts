/** Lower-case hex of `size` bytes; null for anything else. */
export function fromHex(text: unknown, size: number): Uint8Array | null {
  if (typeof text !== 'string' || text.length !== size * 2 || !/^[0-9a-f]*$/.test(text)) return null;
  return Uint8Array.from({ length: size }, (_, i) => Number.parseInt(text.slice(i * 2, i * 2 + 2), 16));
}

export function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

export function integerOf(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${toHex(bytes)}`);
}
