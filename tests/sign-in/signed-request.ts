import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Asked } from '#tests/http-calls.ts';

/** A key that signs, and what a test makes wrong of it. */
export interface SigningKey {
  readonly id: string;
  readonly secret: string;
}

/** Headers of a signed request, written from docs/bots.md alone. */
export function signedHeaders(
  key: SigningKey,
  path: string,
  {
    method = 'GET',
    body,
    at = Date.now(),
    nonce = randomBytes(12).toString('hex'),
  }: Asked & { at?: number; nonce?: string } = {},
): Record<string, string> {
  const bytes = body === undefined ? '' : JSON.stringify(body);
  const bodyHash = createHash('sha256').update(bytes).digest('hex');
  const text = `${at}\n${nonce}\n${method}\n${path}\n${bodyHash}`;
  return {
    'x-key-id': key.id,
    'x-key-timestamp': String(at),
    'x-key-nonce': nonce,
    'x-key-body-sha256': bodyHash,
    'x-key-signature': createHmac('sha256', key.secret).update(text).digest('hex'),
  };
}
