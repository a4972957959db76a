import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Length of every key here: AES-256. */
export const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM: nonce, cipher text, tag. `bound` is authenticated with it: the text opens only for the same `bound`. */
export function encrypt(plain: Buffer, { key, bound }: { readonly key: Buffer; readonly bound: string }): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(bound, 'utf8'));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** The reverse of `encrypt`. Throws when a byte of it, the key or `bound` is another. */
export function decrypt(sealed: Buffer, { key, bound }: { readonly key: Buffer; readonly bound: string }): Buffer {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) throw new Error('A sealed text is too short.');
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(bound, 'utf8'));
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  const body = sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES);
  return Buffer.concat([decipher.update(body), decipher.final()]);
}
