import { z } from 'zod';
import { MOST_ASKED, REQUEST_STATES } from '#domain/cashier/requests.ts';
import { isoTime, money, moneyText, page, pageSize, rowId } from '../codecs.ts';
import { cursorOf } from '../cursors.ts';
import { lineText } from '../texts.ts';
import { amountText, faceWire, LONGEST_NOTE, payeeText } from './cashier.ts';

export const requestWire = z.strictObject({
  id: rowId,
  /** in: the caller is asked, or has the link. out: the caller asks. */
  direction: z.enum(['in', 'out']),
  state: z.enum(REQUEST_STATES),
  amount: money,
  amountStr: moneyText,
  note: z.string().nullable(),
  at: isoTime,
  /** It can’t be paid from then on. */
  expiresAt: isoTime,
  /** Who asks, for `to` of the payment. */
  to: rowId,
  /** Who asks, or who is asked; null: whoever has the link. */
  other: z.strictObject(faceWire).nullable(),
  /** Parts of one split have it in common. */
  split: rowId.nullable(),
  /** The payment that answers it; null: there is none. */
  payment: rowId.nullable(),
});

export const requestBody = z.strictObject({
  amount: amountText.describe('USDT. What each of them is asked for; with `split`, what all pay together.'),
  note: lineText.max(LONGEST_NOTE).optional(),
  from: z
    .array(payeeText)
    .max(MOST_ASKED)
    .optional()
    .describe('Who is asked. Nobody: one request that whoever has its link may pay.'),
  split: z
    .enum(['others', 'with_me'])
    .optional()
    .describe('Splits the amount equally: among those who are asked, or among them and the caller.'),
});

export const requestsQuery = z.strictObject({
  direction: z.enum(['in', 'out']).describe('in: what the caller is asked for. out: what the caller asks for.'),
  cursor: cursorOf('requests').optional(),
  limit: pageSize(100, 20).optional(),
});

export const requestsWire = page(requestWire);
export const madeWire = z.strictObject({ items: z.array(requestWire) });

export type RequestWire = z.infer<typeof requestWire>;
export type RequestBody = z.infer<typeof requestBody>;
export type RequestsQuery = z.infer<typeof requestsQuery>;
