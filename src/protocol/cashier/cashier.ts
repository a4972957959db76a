import { z } from 'zod';
import { REFUSAL_WORDS } from '#domain/cashier/reviews.ts';
import { PAYMENT_GATES } from '#domain/cashier/gates.ts';
import { WITHDRAWAL_GATES } from '#domain/cashier/withdrawal-gates.ts';
import { DOCUMENTS } from '#domain/verification/documents.ts';
import { MONEY_TYPES } from '#domain/ledger/money-types.ts';
import { isoTime, money, moneyText, page, pageSize, refuseEmptySpan, rowId, spanOf, spreadsheet } from '../codecs.ts';
import { cursorOf } from '../cursors.ts';
import { exactText, lineText } from '../texts.ts';

/** Signs of the note of a payment. */
export const LONGEST_NOTE = 140;

export const payeeText = z
  .string()
  .min(1)
  .max(254)
  .describe(
    'Whom it is for: an e-mail address, a pay ID (ten digits, blanks and dashes allowed), or the id of a person.',
  );
export const amountText = z
  .union([z.string().min(1).max(20), z.number()])
  .describe('USDT as a decimal, at most 6 digits behind the point.');

const tokenText = z.string().min(1).max(20);
const networkText = z.string().min(1).max(40);

/** What others see of a person. */
export const faceWire = {
  /** The chosen name, or a masked one. */
  name: z.string(),
  avatar: z.string().nullable(),
};

export const estimateBody = z.union([
  z.strictObject({
    transfer: z.literal(true),
    to: payeeText.optional(),
    amount: amountText.optional(),
  }),
  z.strictObject({
    transfer: z.literal(false),
    token: tokenText,
    network: networkText,
    address: z.string().min(1).max(200).optional(),
    tag: exactText.max(100).optional(),
    amount: amountText.optional().describe('What is taken from the balance, with the fee. USDT.'),
  }),
]);

/** One gate; `code`, `reason`, `until` and the amounts are those of the refusal that a payment would get. */
const gateFields = {
  /** unneeded: open, but not in the way of this amount. */
  state: z.enum(['met', 'open', 'unneeded']),
  code: z.string().nullable(),
  reason: z.string().nullable(),
  until: isoTime.nullable(),
  /** Of the gate `documents`: the first one that is missing. */
  document: z.enum(DOCUMENTS).nullable(),
};

/** What may leave a balance now. */
const mayLeave = {
  cash: money,
  cashStr: moneyText,
  /** What of the cash may leave now, as far as it was played. */
  free: money,
  freeStr: moneyText,
  /** What is still to be played. */
  toPlay: money,
  toPlayStr: moneyText,
  /** One payment or withdrawal may be from `min` to `max` now. */
  min: money,
  minStr: moneyText,
  max: money,
  maxStr: moneyText,
};

const paymentEstimateWire = z.strictObject({
  transfer: z.literal(true),
  /** By which others pay the person who asks. */
  payId: z.string(),
  /** null: nobody was named, or the person may not pay anybody yet. */
  payee: z
    .strictObject({
      id: rowId,
      ...faceWire,
      paidBefore: z.boolean(),
      /** Of a first payment: somebody else whom the person has paid, with a name or a pay ID that is taken for this one at a glance. */
      resembles: z.strictObject({ ...faceWire, by: z.enum(['name', 'payId']) }).nullable(),
    })
    .nullable(),
  fee: money,
  feeStr: moneyText,
  /** What the payee gets. */
  receive: money.nullable(),
  receiveStr: moneyText.nullable(),
  ...mayLeave,
  /** How long a payment may be recalled, in seconds. */
  recallSeconds: z.int(),
  gates: z.array(z.strictObject({ gate: z.enum(PAYMENT_GATES), ...gateFields })),
});

const withdrawalEstimateWire = z.strictObject({
  transfer: z.literal(false),
  fee: money,
  feeStr: moneyText,
  /** What arrives; null where no amount is named, or the fee takes all of it. */
  receive: money.nullable(),
  receiveStr: moneyText.nullable(),
  ...mayLeave,
  /** What arrives in a coin whose price moves, and what one of it costs; null: each is a dollar, or nothing arrives. */
  coins: moneyText.nullable(),
  rate: moneyText.nullable(),
  /** The fee and the rate hold until then. */
  heldUntil: isoTime,
  /** From the sending until it is final on the chain, in seconds. */
  arrivalSeconds: z.int(),
  /** What must be played before all of the cash may leave, and what of it was. */
  required: money,
  requiredStr: moneyText,
  played: money,
  playedStr: moneyText,
  /** What may still leave in this calendar month (UTC) by the documents that are approved; null: any. */
  monthLeft: money.nullable(),
  monthLeftStr: moneyText.nullable(),
  /** What may go in 24 hours to wallets that nobody proved. */
  unprovedMost: money,
  unprovedMostStr: moneyText,
  gates: z.array(
    z.strictObject({
      gate: z.enum(WITHDRAWAL_GATES),
      ...gateFields,
    }),
  ),
});

export const estimateWire = z.discriminatedUnion('transfer', [paymentEstimateWire, withdrawalEstimateWire]);

export const withdrawBody = z.union([
  z.strictObject({
    transfer: z.literal(true),
    to: payeeText,
    amount: amountText,
    note: lineText.max(LONGEST_NOTE).optional(),
    request: rowId.optional().describe('The request that it answers: with its amount, to who asked.'),
    confirmed: rowId
      .optional()
      .describe(
        'Id of the payee, for a first payment to them: `payee` of the refusal PayeeUnconfirmed. Of somebody else, it is refused each time.',
      ),
  }),
  z.strictObject({
    transfer: z.literal(false),
    token: tokenText,
    network: networkText,
    address: z.string().min(1).max(200),
    tag: exactText.max(100).optional(),
    amount: amountText.describe('What is taken from the balance, with the fee. USDT.'),
    fee: amountText.optional().describe('The fee of the estimate: with another one nothing is done.'),
    rate: moneyText
      .max(20)
      .optional()
      .describe('The rate of the estimate, of a coin that has one: with another one nothing is done.'),
  }),
]);

export const transactionWire = z.strictObject({
  id: z.string(),
  type: z.enum(MONEY_TYPES),
  direction: z.enum(['in', 'out']),
  /** HELD: on its way, it may be recalled until `recallUntil`. Money of a RECALLED one came back. */
  status: z.enum(['HELD', 'DONE', 'RECALLED']),
  /** Negative: it left. */
  amount: money,
  amountStr: moneyText,
  at: isoTime,
  recallUntil: isoTime.nullable(),
  /** Of a payment: the other person. */
  other: z.strictObject(faceWire).nullable(),
  /** Of a payment, as the payer wrote it. */
  note: z.string().nullable(),
  /** Play money of a sandbox. */
  sandbox: z.boolean(),
  /** Of a withdrawal: where it goes, and how far it is. */
  withdrawal: z
    .strictObject({
      state: z.enum(['REVIEW', 'APPROVED', 'SIGNED', 'BROADCAST', 'PAID', 'CANCELLED', 'REJECTED']),
      network: z.string(),
      token: z.string(),
      address: z.string(),
      tag: z.string(),
      /** Its transaction, and where to look it up; null: it has none yet, or nobody shows it. */
      txHash: z.string().nullable(),
      txLink: z.string().nullable(),
      /** What the person is told of a refusal by people. */
      told: z.enum(REFUSAL_WORDS).nullable(),
      fee: money,
      feeStr: moneyText,
      /** What arrives. */
      receive: money,
      receiveStr: moneyText,
      /** The same in a coin whose price moves, and what one of it costs; null: each is a dollar. */
      coins: moneyText.nullable(),
      rate: moneyText.nullable(),
    })
    .nullable(),
  /** Of a deposit from a chain: what came, and where to look it up. */
  deposit: z
    .strictObject({
      network: z.string(),
      token: z.string(),
      /** In coins; null: its network is not used any more. */
      coins: moneyText.nullable(),
      /** What one coin was counted as; null: each is a dollar. */
      rate: moneyText.nullable(),
      txHash: z.string(),
      txLink: z.string().nullable(),
    })
    .nullable(),
});

const filters = {
  type: z.enum(MONEY_TYPES).optional().describe('Only rows of this type.'),
  ...spanOf('Moved'),
  search: z.string().min(1).max(100).describe('Beginning of the id of the row.').optional(),
};

export const transactionsQuery = z
  .strictObject({
    ...filters,
    cursor: cursorOf('transactions').optional(),
    limit: pageSize(200, 50).optional(),
    spreadsheet: spreadsheet.optional(),
  })
  .check(refuseEmptySpan);

export const transactionsBody = z
  .strictObject({
    ...filters,
    cursor: cursorOf('transactions').nullable().optional(),
    limit: z.int().min(1).max(200).optional(),
  })
  .check(refuseEmptySpan);

export const transactionsWire = page(transactionWire);

export type EstimateWire = z.infer<typeof paymentEstimateWire>;
export type WithdrawalEstimateWire = z.infer<typeof withdrawalEstimateWire>;
export type WithdrawalBody = Extract<z.infer<typeof withdrawBody>, { transfer: false }>;
export type WithdrawalAsked = Extract<z.infer<typeof estimateBody>, { transfer: false }>;
export type TransactionWire = z.infer<typeof transactionWire>;
export type PaymentBody = Extract<z.infer<typeof withdrawBody>, { transfer: true }>;
export type PaymentAsked = Extract<z.infer<typeof estimateBody>, { transfer: true }>;
