import { createHash, createHmac, randomBytes } from 'node:crypto';
import { signedText } from '#domain/identity/api-key.ts';

/** Who a program is: nobody, a session, a bearer key, or a key that signs. */
export type Credentials =
  | { readonly kind: 'none' }
  /** Access token of a session, or a key `tk_…`. */
  | { readonly kind: 'bearer'; readonly token: string }
  | { readonly kind: 'hmac'; readonly keyId: string; readonly secret: string };

export interface Outgoing {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  /** As sent; empty where there is none. */
  readonly body: string;
}

/** The headers by which a request is believed. `now`: Unix ms. A signature is good once: sign again to ask again. */
export function credentialHeaders(
  who: Credentials,
  { method, target, body }: Outgoing,
  now: number,
): Readonly<Record<string, string>> {
  if (who.kind === 'none') return {};
  if (who.kind === 'bearer') return { authorization: `Bearer ${who.token}` };
  const timestamp = String(now);
  const nonce = randomBytes(16).toString('hex');
  const bodyHash = createHash('sha256').update(body).digest('hex');
  const text = signedText({ timestamp, nonce, method, target, bodyHash });
  return {
    'x-key-id': who.keyId,
    'x-key-timestamp': timestamp,
    'x-key-nonce': nonce,
    'x-key-body-sha256': bodyHash,
    'x-key-signature': createHmac('sha256', who.secret).update(text).digest('hex'),
  };
}
