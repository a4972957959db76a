import { z } from 'zod';
import { isoTime, money, moneyText, validUntil } from '../codecs.ts';
import { decimal } from '../exchange.ts';

const move = z
  .enum(['buy', 'sell', 'noToYes', 'yesToNo'])
  .describe(
    'buy: a YES of every outcome for 1.00; sell: a YES of every outcome gives 1.00; noToYes: NO of this outcome become YES of all others; yesToNo: YES of all others become NO of this one.',
  );

/** `POST /markets/{id}/sets`: of an event of which exactly one outcome comes true. */
export const setsBody = z.strictObject({
  move,
  shares: decimal.describe('Of each outcome; steps of 0.01.'),
  validUntil,
});

export const setsMovedWire = z.strictObject({
  id: z.string(),
  realm: z.enum(['real', 'demo']),
  marketId: z.string(),
  move,
  shares: z.number(),
  paid: money.describe('1.00 a set, less 1.00 for each YES that met an own NO of its outcome.'),
  paidStr: moneyText,
  got: money.describe('1.00 a set that was sold, and for each YES that met an own NO.'),
  gotStr: moneyText,
  time: isoTime,
});
export type SetsMovedWire = z.infer<typeof setsMovedWire>;
