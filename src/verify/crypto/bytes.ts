/** Lower-case hex of `size` bytes; null for anything else. */
export function fromHex(text: unknown, size: number): Uint8Array | null {
  if (typeof text !== 'string' || text.length !== size * 2 || !/^[0-9a-f]*$/.test(text)) return null;
  const bytes = new Uint8Array(size);
  for (let i = 0; i < size; i++) bytes[i] = digit(text.charCodeAt(2 * i)) * 16 + digit(text.charCodeAt(2 * i + 1));
  return bytes;
}

/** `0`-`9`, `a`-`f` by their codes. */
function digit(code: number): number {
  return code < 58 ? code - 48 : code - 87;
}

const PAIRS_OF_DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += PAIRS_OF_DIGITS[byte];
  return text;
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

export function integerOf(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${toHex(bytes)}`);
}
