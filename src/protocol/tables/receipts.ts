import { z } from 'zod';
import { pathId } from '../codecs.ts';
import { endpoints } from '../endpoint.ts';
import { TRADERS } from './callers.ts';

/** A receipt of docs/receipts.md 6; what is inside is checked by the verifier, not by this schema. */
export const receiptWire = z.looseObject({
  v: z.literal(1),
  type: z.literal('receipt'),
  id: z.string(),
  realm: z.enum(['real', 'demo']),
  admission: z.record(z.string(), z.unknown()),
  admit_proof: z.record(z.string(), z.unknown()),
  result: z.record(z.string(), z.unknown()).nullable(),
  settle_proof: z.record(z.string(), z.unknown()).nullable(),
});

export const RECEIPTS = endpoints({
  prediction: {
    method: 'GET',
    path: '/trade/predictions/:id/receipt',
    summary: 'The receipt of an own prediction, as a file: whoever has it checks terms, ticks and result without us.',
    callers: TRADERS,
    params: pathId('a prediction'),
    answers: { 200: receiptWire },
    refusals: ['NotFound'],
    owner: 'id',
    rate: 120,
  },
  picture: {
    method: 'GET',
    path: '/trade/predictions/:id/picture',
    summary:
      'A picture of the receipt of an own prediction to show to others (PNG, 1200 x 630, in base64), in the language of the call. Amounts are on it only where they are asked for.',
    callers: TRADERS,
    params: pathId('a prediction'),
    query: z.strictObject({ amounts: z.enum(['shown', 'hidden']).describe('hidden unless said.').optional() }),
    answers: { 200: z.strictObject({ png: z.string() }) },
    refusals: ['NotFound'],
    owner: 'id',
    rate: 20,
  },
});

export type ReceiptWire = z.infer<typeof receiptWire>;
