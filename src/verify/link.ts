/**
 * A receipt inside a link: `#r=` and base64url of its JSON, deflated (RFC 1951). A browser sends no fragment to anybody, so the receipt travels from
 * person to person alone.
 */
const PREFIX = '#r=';

/** Longer ones are cut by programs that carry links. */
const MOST_CHARS = 16_000;
/** More than any receipt may have (verify.ts): a small fragment must not unfold into all of the memory. */
const MOST_BYTES = 1_000_001;

/** The fragment of a link that shows this receipt; null: it is too long for one. */
export async function fragmentOf(receipt: string): Promise<string | null> {
  const packed = await through(new Blob([receipt]), new CompressionStream('deflate-raw'), Infinity);
  const text = btoa(Array.from(packed, (byte) => String.fromCodePoint(byte)).join(''));
  const fragment = `${PREFIX}${text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
  return fragment.length > MOST_CHARS ? null : fragment;
}

/** The receipt in a fragment; empty text where what stands there is none; null: the fragment is another one, or none. */
export async function receiptIn(fragment: string): Promise<string | null> {
  if (!fragment.startsWith(PREFIX)) return null;
  const text = fragment.slice(PREFIX.length).replaceAll('-', '+').replaceAll('_', '/');
  try {
    const packed = Uint8Array.from(atob(text), (char) => char.codePointAt(0) ?? 0);
    const bytes = await through(new Blob([packed]), new DecompressionStream('deflate-raw'), MOST_BYTES);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return '';
  }
}

/** What comes out of a stream of bytes, up to a size. Throws what the stream throws. */
async function through(
  bytes: Blob,
  stream: CompressionStream | DecompressionStream,
  most: number,
): Promise<Uint8Array> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = bytes.stream().pipeThrough(stream).getReader();
  for (let part = await reader.read(); !part.done && size < most; part = await reader.read()) {
    parts.push(part.value);
    size += part.value.length;
  }
  await reader.cancel();
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
