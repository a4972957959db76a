import { z } from 'zod';
import type { ProofDocument } from '#domain/proofs/documents.ts';
import { LineClient } from '#server/net/line-client.ts';
import type { PublicKey } from '../keys/key-list.ts';
import type { SignableContext } from './signable.ts';
import { SignerAway, SignerRefused, type ManifestWanted, type Signer } from './signer.ts';
import { keysWire, signedWire, sigWire, toSignedWire, type Asked } from './signer-wire.ts';
import type { StoredDocument } from '../keys/store-keys.ts';

type Unnumbered<T> = T extends unknown ? Omit<T, 'no'> : never;

/** The signer of another process, asked over its socket. A question that gets no answer throws SignerAway: it may be signed, and is asked again. */
export class SignerClient implements Signer {
  readonly #lines: LineClient;

  constructor(path: string, { patienceMs }: { readonly patienceMs?: number } = {}) {
    this.#lines = new LineClient(path, { away: (where, options) => new SignerAway(where, options), patienceMs });
  }

  async keys(): Promise<readonly PublicKey[]> {
    return keysWire.parse(await this.#ask({ ask: 'keys' }));
  }

  async sign(context: SignableContext, document: ProofDocument): Promise<Buffer> {
    return Buffer.from(sigWire.parse(await this.#ask({ ask: 'sign', context, document })), 'hex');
  }

  async manifest({ last, now, from, rotation }: ManifestWanted): Promise<StoredDocument | 'no-root'> {
    const answer = await this.#ask({
      ask: 'manifest',
      last: last === null ? null : toSignedWire(last),
      now,
      from,
      rotation: rotation === null ? null : { uses: [...rotation.uses], lost: rotation.lost },
    });
    return z.union([z.literal('no-root'), signedWire]).parse(answer);
  }

  async #ask(question: Unnumbered<Asked>): Promise<unknown> {
    const answer = await this.#lines.ask(question);
    if ('refused' in answer) throw new SignerRefused(answer.refused);
    return answer.value;
  }
}
