/** SHA-256, passed in: the domain has no crypto of its own. Returns 32 bytes that the caller may keep. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array;

export const HASH_BYTES = 32;

/** Lower-case hex, as hashes appear in JSON. */
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += HEX[byte];
  return text;
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** ASCII/UTF-8 bytes of a text without a platform encoder: the domain has no TextEncoder. */
export function utf8(text: string): Uint8Array {
  return ascii(text) ?? encoded(text);
}

/** Nearly all hashed text is ASCII, and each tick is hashed: the plain way costs a tenth. null: some character is not. */
function ascii(text: string): Uint8Array | null {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0x80) return null;
    bytes[i] = code;
  }
  return bytes;
}

function encoded(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), tail(code));
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), tail(code >> 6), tail(code));
    else bytes.push(0xf0 | (code >> 18), tail(code >> 12), tail(code >> 6), tail(code));
  }
  return Uint8Array.from(bytes);
}

function tail(bits: number): number {
  return 0x80 | (bits & 0x3f);
}
