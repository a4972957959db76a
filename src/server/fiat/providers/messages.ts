import type { z } from 'zod';
import type { CallEnd } from '#server/providers/index.ts';

/** JSON that fits a schema; null for anything else. */
export function readMessage<T>(schema: z.ZodType<T>, bytes: Buffer): T | null {
  try {
    const found = schema.safeParse(JSON.parse(bytes.toString('utf8')));
    return found.success ? found.data : null;
  } catch {
    return null;
  }
}

/** What was answered well and fits; else a code of why not, never what the provider's server said. */
export function answered<T>(end: CallEnd, schema: z.ZodType<T>): T | { readonly kind: 'failed'; readonly why: string } {
  if (end.kind !== 'answered') return { kind: 'failed', why: end.why };
  if (end.status >= 300) return { kind: 'failed', why: String(end.status) };
  return readMessage(schema, end.body) ?? { kind: 'failed', why: 'unreadable' };
}
