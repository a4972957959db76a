import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { CredentialProof, NewCredential } from '#protocol/factors.ts';

/** What a ceremony can be made to say wrongly. */
export interface Lie {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly userVerified?: boolean;
  readonly counter?: number;
  readonly key?: KeyObject;
}

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 };

/**
 * A passkey as a device keeps it: a real ES256 key that answers as WebAuthn level 3 says (attestation `none`),
 * written apart from the library that checks it.
 */
export class SoftwareAuthenticator {
  readonly id = randomBytes(32);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  #counter = 0;
  #userHandle = '';

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Answers creation options. */
  make(options: Readonly<Record<string, unknown>>, lie: Lie = {}): NewCredential {
    const { rp, user, challenge } = options as { rp: { id: string }; user: { id: string }; challenge: string };
    this.#userHandle = user.id;
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    // COSE: kty 2, alg -7, crv 1, x, y.
    const key = map([
      [Buffer.of(0x01), Buffer.of(0x02)],
      [Buffer.of(0x03), Buffer.of(0x26)],
      [Buffer.of(0x20), Buffer.of(0x01)],
      [Buffer.of(0x21), bytes(Buffer.from(x, 'base64url'))],
      [Buffer.of(0x22), bytes(Buffer.from(y, 'base64url'))],
    ]);
    const credential = Buffer.concat([Buffer.alloc(16), uint16(this.id.length), this.id, key]);
    const authData = Buffer.concat([this.#head(lie.rpId ?? rp.id, { ...lie, attested: true }), credential]);
    const attestation = map([
      [text('fmt'), text('none')],
      [text('attStmt'), Buffer.of(0xa0)],
      [text('authData'), bytes(authData)],
    ]);
    return {
      ...this.#shell(),
      response: {
        clientDataJSON: this.#clientData(lie.type ?? 'webauthn.create', { challenge, ...lie }).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** Answers request options. */
  prove(options: Readonly<Record<string, unknown>>, lie: Lie = {}): CredentialProof {
    const { rpId, challenge } = options as { rpId: string; challenge: string };
    this.#counter = lie.counter ?? this.#counter + 1;
    const authenticatorData = this.#head(lie.rpId ?? rpId, lie);
    const clientData = this.#clientData(lie.type ?? 'webauthn.get', { challenge, ...lie });
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()]);
    return {
      ...this.#shell(),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', signed, lie.key ?? this.#keys.privateKey).toString('base64url'),
        userHandle: this.#userHandle,
      },
    };
  }

  #shell() {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} };
  }

  #head(rpId: string, { userVerified = true, attested = false }: Lie & { attested?: boolean }): Buffer {
    const flags = FLAGS.present | (userVerified ? FLAGS.verified : 0) | (attested ? FLAGS.attested : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.of(flags), counter]);
  }

  #clientData(type: string, { challenge, origin }: { challenge: string; origin?: string }): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: origin ?? this.#origin, crossOrigin: false }));
  }
}

function uint16(value: number): Buffer {
  const out = Buffer.alloc(2);
  out.writeUInt16BE(value);
  return out;
}

/** CBOR (RFC 8949): byte string, text, map. */
function bytes(value: Buffer): Buffer {
  return Buffer.concat([
    value.length < 256 ? Buffer.of(0x58, value.length) : Buffer.concat([Buffer.of(0x59), uint16(value.length)]),
    value,
  ]);
}

function text(value: string): Buffer {
  return Buffer.concat([Buffer.of(0x60 + value.length), Buffer.from(value)]);
}

function map(entries: readonly (readonly [Buffer, Buffer])[]): Buffer {
  return Buffer.concat([Buffer.of(0xa0 + entries.length), ...entries.flat()]);
}
