import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, randomUUID, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A message as a push service took it. */
export interface TakenPush {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A push service of one's own, and browsers that subscribe there. */
export interface PushService {
  readonly origin: string;
  subscribe(): PushBrowser;
  stop(): Promise<void>;
}

export interface PushBrowser {
  /** What it says of its subscription. */
  readonly subscription: { readonly endpoint: string; readonly p256dh: string; readonly auth: string };
  /** What came, the newest last. */
  readonly taken: TakenPush[];
  /** What the service answers next, in turn; after them 201. */
  readonly answers: { readonly status: number; readonly headers?: Readonly<Record<string, string>> }[];
  /** What the newest says, read with the secret key of the browser. */
  read(): unknown;
  /** The claims of who sent the newest, where the signature is of `key`; null: of another. */
  sender(key: string): unknown;
}

export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, PushBrowser>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const browser = browsers.get(request.url ?? '');
      if (browser === undefined) return response.writeHead(404).end();
      const { status, headers } = browser.answers.shift() ?? { status: 201, headers: {} };
      if (status === 201) browser.taken.push({ headers: request.headers, body: Buffer.concat(parts) });
      return response.writeHead(status, headers).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    subscribe: () => {
      const path = `/${randomUUID()}`;
      const browser = browserAt(`${origin}${path}`);
      browsers.set(path, browser);
      return browser;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function browserAt(endpoint: string): PushBrowser {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const auth = randomBytes(16);
  const taken: TakenPush[] = [];
  const newest = () => {
    const push = taken.at(-1);
    if (push === undefined) throw new Error('nothing was pushed');
    return push;
  };
  return {
    subscription: { endpoint, p256dh: keys.getPublicKey().toString('base64url'), auth: auth.toString('base64url') },
    taken,
    answers: [],
    read: () => {
      const { body } = newest();
      const [salt, theirs] = [body.subarray(0, 16), body.subarray(21, 86)];
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), theirs]);
      const shared = Buffer.from(hkdfSync('sha256', keys.computeSecret(theirs), auth, info, 32));
      const part = (of: string, length: number) =>
        Buffer.from(hkdfSync('sha256', shared, salt, `Content-Encoding: ${of}\0`, length));
      const decipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12));
      decipher.setAuthTag(body.subarray(-16));
      const text = Buffer.concat([decipher.update(body.subarray(86, -16)), decipher.final()]);
      return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString('utf8'));
    },
    sender: (key) => {
      const said = newest().headers.authorization ?? '';
      const [, signed = '', claims = '', signature = ''] = /^vapid t=([\w-]+\.([\w-]+))\.([\w-]+), k=/.exec(said) ?? [];
      const point = Buffer.from(key, 'base64url');
      const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
      const open = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
      const by = { key: open, dsaEncoding: 'ieee-p1363' } as const;
      if (!verify('sha256', Buffer.from(signed), by, Buffer.from(signature, 'base64url'))) return null;
      return JSON.parse(Buffer.from(claims, 'base64url').toString());
    },
  };
}
