import { z } from 'zod';
import { isoTime, money, moneyText, rowId } from '../codecs.ts';

const coin = z.enum(['USDT', 'USDC', 'BTC', 'LTC']);
const networkId = z.string().min(1).max(40).describe('`id` of a network of `GET /transaction/deposit/options`.');
const txHash = z.string().regex(/^(0x)?[0-9a-fA-F]{64}$/);
/** Of one coin, as a decimal: its price in dollars. */
const rate = z.string().regex(/^\d+(\.\d+)?$/);

const networkWire = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** maintenance: nothing arrives now, and nothing is lost. */
  state: z.enum(['open', 'maintenance']),
  coins: z.array(coin),
  /** Blocks until a deposit is credited, its own among them. */
  confirmations: z.int(),
  /** How long they usually take. */
  seconds: z.int(),
  /** Where transactions are looked up: `<explorer>/tx/<hash>`. */
  explorer: z.string().nullable(),
  /** Test money: it has no value, and anybody may have it. */
  isTest: z.boolean(),
});

export const optionsWire = z.strictObject({
  networks: z.array(networkWire),
  /** What one coin would be credited with now; null: nothing says so. */
  rates: z.array(z.strictObject({ coin, rate: rate.nullable() })),
  /** A deposit below is kept until it is as much with later ones. */
  min: money,
  minStr: moneyText,
});

export const depositEstimateBody = z.strictObject({
  token: coin,
  network: networkId,
  amount: z
    .union([z.string().min(1).max(20), z.number()])
    .describe('Of the coin, as a decimal with at most 6 digits behind the point, of BTC and LTC 8.'),
});

export const depositEstimateWire = z.strictObject({
  /** Of a coin whose price moves, at the price of now: it is fixed when the deposit is final. */
  receive: money,
  receiveStr: moneyText,
  fee: money,
  feeStr: moneyText,
  confirmations: z.int(),
  seconds: z.int(),
});

export const depositAddressQuery = z.strictObject({
  network: networkId
    .optional()
    .describe('Of the Bitcoin family: each has an address of its own. Left out: those of the Ethereum family.'),
});
export const depositAddressWire = z.strictObject({
  /** The same on every network of the Ethereum family; with the checksum of EIP-55. */
  address: z.string(),
});

export const depositWire = z.strictObject({
  id: rowId,
  network: z.string(),
  coin: coin.nullable(),
  /** Of a coin whose price moves: about what it is worth, until `rate` says at what it was counted. */
  amount: money,
  amountStr: moneyText,
  /** In coins, as a decimal; null: not one of those that are taken. */
  coins: z.string().nullable(),
  /** The tick by which it was counted; null: none was yet, or each coin is a dollar. */
  rate: z.strictObject({ rate, at: isoTime, seq: z.int() }).nullable(),
  txHash,
  /** REPLACED: its sender has spent the same coins otherwise. SUPPORT: it is here and people decide. RETURNED: they have sent it back. LOST: it left its chain. */
  status: z.enum(['CONFIRMING', 'CREDITED', 'DUST', 'LOST', 'REPLACED', 'SUPPORT', 'RETURNED']),
  confirmations: z.int(),
  needed: z.int(),
  at: isoTime,
});

export const depositsWire = z.strictObject({ items: z.array(depositWire) });

export const findDepositBody = z.strictObject({
  network: networkId.optional().describe('Left out: every network is asked.'),
  txHash,
});
export const findDepositWire = z.strictObject({
  /**
   * found: `deposits` says how each stands. waiting: it is on its way and will be seen in a moment. wrong_token: it pays the person in a token
   * that is not taken. native: in the coin that fees are paid in, which is not taken. failed: it moved nothing. other: it pays nothing to the
   * person. unknown: no network that answered has it.
   */
  answer: z.enum(['found', 'waiting', 'wrong_token', 'native', 'failed', 'other', 'unknown']),
  /** Where it is. */
  network: z.string().nullable(),
  /** Networks that could not be asked. */
  away: z.array(z.string()),
  deposits: z.array(depositWire),
});

export const faucetBody = z.strictObject({ token: coin });
export const faucetWire = z.strictObject({ txHash, amount: money, amountStr: moneyText });

export type DepositOptionsWire = z.infer<typeof optionsWire>;
export type DepositEstimateWire = z.infer<typeof depositEstimateWire>;
export type DepositWire = z.infer<typeof depositWire>;
export type FoundDepositWire = z.infer<typeof findDepositWire>;
