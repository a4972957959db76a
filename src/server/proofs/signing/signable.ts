import { z } from 'zod';
import type { ProofDocument, SigningContext } from '#domain/proofs/documents.ts';
import type { KeyUse } from '../keys/key-list.ts';
import { SignerRefused } from './signer.ts';

/** What is signed on demand. A list of keys is not: the signer makes it itself. */
export type SignableContext = Exclude<SigningContext, 'keys'>;

const whole = z.int().nonnegative();
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const hour = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:00:00Z$/);
const amount = z.string().regex(/^\d+\.\d{6}$/);
const list = z.strictObject({ n: whole, root: hash });

/** The documents of docs/receipts.md that are signed, field by field, and the use of the key that each takes. */
const FORMS: Readonly<Record<SignableContext, { readonly use: KeyUse; readonly form: z.ZodType }>> = {
  batch: {
    use: 'batch',
    form: z.strictObject({
      v: z.literal(1),
      type: z.enum(['admit-batch', 'settle-batch']),
      shard: whole,
      no: whole,
      batch: whole,
      epoch: whole,
      t: whole,
      count: whole,
      root: hash,
      prev: hash,
      key: hash,
    }),
  },
  correction: {
    use: 'batch',
    form: z.strictObject({
      v: z.literal(1),
      type: z.literal('correction'),
      no: whole,
      pair: z.string().max(40),
      pair_id: whole,
      from_seq: whole,
      to_seq: whole,
      clause: z.string(),
      evidence_sha256: hash,
      approved_by: z.tuple([z.string().max(64), z.string().max(64)]),
      t: whole,
      count: whole,
      sum: z.strictObject({ demo: amount, real: amount }),
      voided: list,
      prev: hash,
      key: hash,
    }),
  },
  hour: {
    use: 'hour',
    form: z.strictObject({
      v: z.literal(1),
      type: z.literal('hour'),
      hour,
      prev: hash,
      ticks: list,
      admit: list,
      settle: list,
      fair: list,
      events: list,
      corrections: list,
      audit: z.strictObject({ seq: whole, head: hash }),
      ledger: z.array(z.strictObject({ shard: whole, batch: whole, head: hash })),
      key: hash,
    }),
  },
  anchor: {
    use: 'hour',
    form: z.strictObject({
      v: z.literal(1),
      type: z.literal('anchor'),
      day: z.string().regex(/^\d{4}-\d\d-\d\d$/),
      prev: hash,
      hours: z.array(z.strictObject({ hour, hash })),
      key: hash,
    }),
  },
};

export const SIGNABLE_CONTEXTS = Object.keys(FORMS) as readonly SignableContext[];

/** The document as it may be signed in a context, the key that it names, and the use that key must have. Throws SignerRefused. */
export function signable(
  context: SignableContext,
  document: unknown,
): { readonly document: ProofDocument; readonly keyId: string; readonly use: KeyUse } {
  // Asked of a stranger's text: a context may be none of ours.
  if (!SIGNABLE_CONTEXTS.includes(context)) throw new SignerRefused(`nothing is signed as ${String(context)}`);
  const { use, form } = FORMS[context];
  const read = form.safeParse(document);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new SignerRefused(`no document of ${context}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim());
  }
  const known = read.data as ProofDocument & { readonly key: string };
  return { document: known, keyId: known.key, use };
}
