import type { z } from 'zod';
import type { CallEnd } from '#server/providers/index.ts';

/** JSON that fits a schema; null for anything else. */
export function read<T>(schema: z.ZodType<T>, bytes: Buffer): T | null {
  try {
    const found = schema.safeParse(JSON.parse(bytes.toString('utf8')));
    return found.success ? found.data : null;
  } catch {
    return null;
  }
}

/** Why a call gave nothing that can be gone on with: a code, never what the provider's server said. */
export function whyOf(end: CallEnd): { readonly kind: 'failed' | 'refused'; readonly why: string } {
  if (end.kind !== 'answered') return { kind: 'failed', why: end.why };
  const isRefused = end.status >= 400 && end.status < 500;
  return { kind: isRefused ? 'refused' : 'failed', why: String(end.status) };
}

/** A form with files, as bytes: what is signed is what is sent. */
export async function multipart(form: FormData): Promise<{ readonly body: Uint8Array; readonly contentType: string }> {
  const answer = new Response(form);
  return {
    body: new Uint8Array(await answer.arrayBuffer()),
    contentType: answer.headers.get('content-type') ?? '',
  };
}

/** A picture as a part of a form. */
export function blobOf({ bytes, media }: { readonly bytes: Buffer; readonly media: string }): Blob {
  return new Blob([new Uint8Array(bytes)], { type: media });
}
