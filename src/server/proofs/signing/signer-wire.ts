import { z } from 'zod';
import type { ProofDocument } from '#domain/proofs/documents.ts';
import { KEY_USES } from '../keys/key-list.ts';
import { SIGNABLE_CONTEXTS } from './signable.ts';
import type { StoredDocument } from '../keys/store-keys.ts';

/** A signature, as hex. */
export const sigWire = z.string().regex(/^[0-9a-f]{128}$/);

const documentWire = z.record(z.string(), z.unknown()).transform((document) => document as ProofDocument);

/** A signed document on the line. */
export const signedWire = z
  .strictObject({ doc: documentWire, sig: sigWire })
  .transform(({ doc, sig }): StoredDocument => ({ doc, sig: Buffer.from(sig, 'hex') }));

export function toSignedWire({ doc, sig }: StoredDocument): { readonly doc: ProofDocument; readonly sig: string } {
  return { doc, sig: sig.toString('hex') };
}

export const keysWire = z.array(z.strictObject({ id: z.string(), pub: z.string(), use: z.enum(KEY_USES) }));

const no = z.int();

/** What may be asked: one line of JSON each. There is no way to have bytes signed. */
export const questionWire = z.discriminatedUnion('ask', [
  z.strictObject({ no, ask: z.literal('keys') }),
  z.strictObject({
    no,
    ask: z.literal('sign'),
    context: z.enum(SIGNABLE_CONTEXTS),
    document: documentWire,
  }),
  z.strictObject({
    no,
    ask: z.literal('manifest'),
    last: signedWire.nullable(),
    now: z.int(),
    from: z.int(),
    rotation: z.strictObject({ uses: z.array(z.enum(KEY_USES)).min(1), lost: z.boolean() }).nullable(),
  }),
]);
export type Question = z.output<typeof questionWire>;
/** A question as it is written. */
export type Asked = z.input<typeof questionWire>;
