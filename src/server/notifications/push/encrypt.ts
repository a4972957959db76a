import { createECDH, hkdfSync, randomBytes, createCipheriv } from 'node:crypto';

/** What a browser said of its subscription; keys in base64url. */
export interface Subscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

const RECORD_BYTES = 4_096;
const TAG_BYTES = 16;
/** Messages are as long as the next multiple of this, so that their length does not say what they tell. */
const STEP_BYTES = 512;
const LAST_RECORD = 2;

/** What chance gives: a key of one message, and a salt. */
export interface Chance {
  readonly secret: Buffer;
  readonly salt: Buffer;
}

export function freshChance(): Chance {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  return { secret: keys.getPrivateKey(), salt: randomBytes(16) };
}

/** Is this a point of the curve? A key that is none cannot be written to. */
export function isPublicKey(text: string): boolean {
  try {
    const keys = createECDH('prime256v1');
    keys.generateKeys();
    keys.computeSecret(Buffer.from(text, 'base64url'));
    return true;
  } catch {
    return false;
  }
}

/** A message that the browser of the subscription alone can read: RFC 8291 in one record of RFC 8188. Throws for a key that is no point of the curve, and for a message of more than 3,993 bytes. */
export function encryptPush(
  message: Buffer,
  { p256dh, auth }: Pick<Subscription, 'p256dh' | 'auth'>,
  { secret, salt }: Chance,
): Buffer {
  const own = createECDH('prime256v1');
  own.setPrivateKey(secret);
  const [theirs, ours] = [Buffer.from(p256dh, 'base64url'), own.getPublicKey()];
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]);
  const shared = hkdfSync('sha256', own.computeSecret(theirs), Buffer.from(auth, 'base64url'), info, 32);
  const derived = (of: string, length: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(shared), salt, `Content-Encoding: ${of}\0`, length));
  const cipher = createCipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12));
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_BYTES);
  const text = Buffer.concat([message, Buffer.of(LAST_RECORD)]);
  const head = Buffer.concat([salt, size, Buffer.of(ours.length), ours]);
  if (text.length > RECORD_BYTES - head.length - TAG_BYTES)
    throw new Error(`A push of ${message.length} bytes is too long.`);
  return Buffer.concat([head, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
}

/** A text with spaces behind it, which change nothing of JSON. */
export function padded(json: string): Buffer {
  const bytes = Buffer.from(json, 'utf8');
  const length = Math.ceil(bytes.length / STEP_BYTES) * STEP_BYTES;
  return Buffer.concat([bytes, Buffer.alloc(length - bytes.length, ' ')]);
}
