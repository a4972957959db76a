import type { PoolClient } from 'pg';
import { refused, type KeptOutcome, type Outcome } from '#domain/outcome.ts';
import type { Refusal } from '#domain/refusals.ts';
import type { TransactionWire } from '#protocol/cashier/cashier.ts';
import { crashAt } from '#server/crash-points.ts';
import { transaction } from '#server/db/index.ts';
import { once } from '#server/idempotency/index.ts';
import { announceBalance } from '#server/ledger/announce-balance.ts';
import type { CashierParts } from './parts.ts';
import { payerOf } from './payer.ts';
import { lockPayer } from './store.ts';

const ROUTE = 'cashier.withdraw';

/** What was made, or, `isRepeat`, what was there already. */
export interface Made {
  readonly wire: TransactionWire;
  readonly isRepeat: boolean;
}

/** Makes what takes money from a person's balance: under their lock, once by its key, in one transaction with its answer. */
export async function makeOnce(
  parts: Pick<CashierParts, 'db' | 'bus'>,
  {
    userId,
    kept,
  }: { readonly userId: string; readonly kept: { readonly key: string; readonly bodyHash: string } | null },
  make: (tx: PoolClient) => Promise<Outcome<Made>>,
): Promise<KeptOutcome> {
  // Made before, for a row can be locked only when it is there.
  await payerOf(parts.db, userId);
  const scope = kept && { ...kept, userId, route: ROUTE };
  let isRepeat = false;
  const work = async (tx: PoolClient) => {
    await lockPayer(tx, userId);
    const made = await make(tx);
    if (!made.ok) throw new NotMade(made.refusal);
    isRepeat = made.value.isRepeat;
    return JSON.stringify(made.value.wire);
  };
  try {
    const reply = await transaction(parts.db, async (tx) => {
      const done = await once(tx, scope, () => work(tx));
      crashAt('payment.stored');
      return done;
    });
    if (!reply.ok) return reply;
    const replayed = reply.replayed || isRepeat;
    if (!replayed) await announceBalance(parts, { ownerId: userId, realm: 'real' });
    return { ...reply, replayed };
  } catch (error) {
    if (error instanceof NotMade) return refused(error.refusal);
    throw error;
  }
}

/** Ends the transaction: nothing of what is refused is written, nor its key used up. */
class NotMade extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}
