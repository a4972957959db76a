import { z } from 'zod';
import { usdt } from '#domain/money.ts';
import type { Asset } from '#domain/realm.ts';
import type { ActDefinition, ActKind } from '#server/approvals/index.ts';
import { actorOf, type Audit } from '#server/audit/index.ts';
import type { Clock } from '#server/clock.ts';
import { crashAt } from '#server/crash-points.ts';
import { coldHas, bringToWallet, moveCold } from '#server/ledger/treasury/moves.ts';
import { hotBalance } from '#server/ledger/withdrawals.ts';
import { insertGas } from '../sending/store.ts';
import type { WalletMove } from './read-move.ts';
import { explain, explains } from './store-explained.ts';
import { insertMove, insertUsedNonce, isBooked } from './store-moves.ts';

const WHOLE = z.string().regex(/^[1-9]\d*$/);
const FIELDS = z.object({
  network: z.string(),
  wallet: z.string(),
  txHash: z.string(),
  way: z.enum(['house_in', 'cold_in', 'cold_out']),
  moved: z.array(z.object({ coin: z.enum(['USDT', 'USDC', 'BTC', 'LTC']), amount: WHOLE, units: WHOLE })),
  native: z.string().nullable(),
  wei: z.string(),
  fee: z.string().nullable(),
  nonce: z.int().nullable(),
});
type Fields = z.infer<typeof FIELDS>;

/** Money that the house itself has brought to a wallet, or taken out of it: two people, bound to its transaction. */
export const WALLET_MOVED: ActKind<Fields> = {
  name: 'wallet.moved',
  title: 'Book money that came to a wallet, or left it',
  fields: FIELDS,
  people: 2,
  roles: new Set(['CASHIER', 'ADMIN'] as const),
  about: () => null,
};

/** What two people approve of a move that was read. `from`: whose money came in; what left is in cold storage. */
export function fieldsOf({ way, moved, wei, sent, ...move }: WalletMove, from: 'house' | 'cold'): Fields {
  return FIELDS.parse({
    ...move,
    way: way === 'out' ? 'cold_out' : `${from}_in`,
    moved: moved.map(({ coin, amount, units }) => ({ coin, amount: amount.toString(), units: units.toString() })),
    wei: wei.toString(),
    fee: sent === null ? null : sent.fee.toString(),
    nonce: sent === null ? null : sent.nonce,
  });
}

export interface MovedParts {
  readonly audit: Pick<Audit, 'write'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** What it did to the wallet, coin by coin, in the smallest unit. */
function changesOf({ way, moved, native, wei, fee }: Fields) {
  const sign = way === 'cold_out' ? -1n : 1n;
  const coins = moved.map(({ coin, units }) => ({ coin: coin as string, change: sign * BigInt(units) }));
  const change = BigInt(wei) - BigInt(fee ?? 0);
  return native === null || change === 0n ? coins : [...coins, { coin: native, change }];
}

const notSo = (coin: string) =>
  `The wallet and its books don’t differ by that much ${coin}. What it had when it was opened is in the books; what is new is seen within seconds.`;

const assetOf = (coin: Fields['moved'][number]['coin']): Asset => (coin === 'BTC' || coin === 'LTC' ? coin : 'USDT');

export function walletMovedAct({ audit, clock }: MovedParts): ActDefinition<Fields> {
  return {
    ...WALLET_MOVED,
    refuses: async (tx, fields) => {
      const { network, txHash, way, moved } = fields;
      if (await isBooked(tx, network, txHash)) return 'It is booked already.';
      for (const { coin, amount } of way === 'house_in' ? [] : moved) {
        const at = { ref: `${network}/${coin}`, asset: assetOf(coin) };
        const has = way === 'cold_out' ? await hotBalance(tx, at.ref) : await coldHas(tx, at);
        const where = way === 'cold_out' ? 'the wallet' : 'cold storage';
        if (BigInt(amount) > has) return `By the books, ${where} has less ${coin} than that.`;
      }
      for (const { coin, change } of changesOf(fields))
        if (!(await explains(tx, { network, coin, change }))) return notSo(coin);
      return null;
    },
    execute: async (tx, fields, approved) => {
      const { network, wallet, txHash, way, moved, wei, fee, nonce } = fields;
      const now = clock.now();
      const { requestId: request } = approved;
      if (!(await insertMove(tx, { network, txHash, way, moved, request, now }))) throw new Error('booked already');
      for (const { coin, amount: text } of moved) {
        const of = { ref: `${network}/${coin}`, amount: usdt(BigInt(text)), asset: assetOf(coin) };
        const refId = `${network}/${coin}/${txHash}`;
        if (way === 'house_in') await bringToWallet(tx, { ...of, refId });
        else await moveCold(tx, { ...of, refId, way: way === 'cold_in' ? 'in' : 'out' });
      }
      const gas = { network, wallet, ref: txHash, now };
      await insertGas(tx, { ...gas, why: BigInt(wei) > 0n ? 'brought' : 'given', wei: BigInt(wei) });
      if (fee !== null) await insertGas(tx, { ...gas, why: 'fee', wei: -BigInt(fee) });
      if (nonce !== null) await insertUsedNonce(tx, { network, wallet, nonce, request, now });
      for (const one of changesOf(fields)) await explain(tx, { network, ...one, now });
      await audit.write(tx, {
        ...actorOf(approved),
        action: 'wallet.moved',
        objectType: 'wallet',
        objectId: network,
        reason: approved.reason,
        after: { txHash, way, moved, wei },
      });
      crashAt('wallet.moved');
      return { txHash };
    },
  };
}
