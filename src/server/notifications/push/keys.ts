import { createECDH, createHash, createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { ConfigError, type Config } from '#server/config/config.ts';
import { makeKeyFile, readKeyFile } from '#server/config/key-file.ts';

/** The key by which push services know this house (RFC 8292). */
export interface PushKeys {
  /** Of the public key. */
  readonly id: string;
  /** base64url of the point. */
  readonly open: string;
  readonly secret: KeyObject;
}

/** How long a token holds, s: a push service takes none of more than 24 h. */
const HOLDS_SEC = 12 * 3_600;

/**
 * `VAPID_KEY`, otherwise `keys/push.json` of the data folder, made at the first start (mode 0600, never replaced). With another key no browser that
 * has subscribed is told anything any more.
 */
export function loadPushKeys({ push, dataDir }: Pick<Config, 'push' | 'dataDir'>): PushKeys {
  if (push.key !== null) return keysOf(push.key);
  const path = join(dataDir, 'keys', 'push.json');
  const found = read(path);
  if (found !== null) return found;
  const made = createECDH('prime256v1');
  made.generateKeys();
  const secret = made.getPrivateKey();
  // One of 256 begins with a zero, which is left out there.
  const whole = Buffer.concat([Buffer.alloc(32 - secret.length), secret]);
  makeKeyFile(path, { key: whole.toString('base64url') });
  const written = read(path);
  if (written === null) throw new Error(`The key of pushes was written to ${path} but cannot be read.`);
  return written;
}

/** Null: there is no such file. Throws ConfigError where it holds no key. */
function read(path: string): PushKeys | null {
  const held = readKeyFile(path);
  if (held === null) return null;
  try {
    return keysOf(String(held['key']));
  } catch {
    throw new ConfigError([
      `${path} does not hold the key of pushes: bring that file back from a backup, or delete it, and the next start makes another. Who was told by push has to switch it on again then.`,
    ]);
  }
}

/** Throws where the text is no key. */
function keysOf(text: string): PushKeys {
  if (!/^[\w-]{43}$/.test(text)) throw new Error('A key of pushes must be base64url of 32 bytes.');
  const keys = createECDH('prime256v1');
  keys.setPrivateKey(Buffer.from(text, 'base64url'));
  const point = keys.getPublicKey();
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: text,
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  return {
    id: createHash('sha256').update(point).digest('hex').slice(0, 16),
    open: point.toString('base64url'),
    secret: createPrivateKey({ key: jwk, format: 'jwk' }),
  };
}

/** Says to the service of an endpoint who sends, and how to reach them (`contact`: https or mailto). `now` in ms. */
export function authorization(
  keys: PushKeys,
  { endpoint, contact, now }: { readonly endpoint: string; readonly contact: string; readonly now: number },
): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(now / 1_000) + HOLDS_SEC, sub: contact };
  const said = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`;
  const signature = sign('sha256', Buffer.from(said), { key: keys.secret, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${said}.${signature.toString('base64url')}, k=${keys.open}`;
}
