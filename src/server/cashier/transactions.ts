import { moneyTypeOf } from '#domain/ledger/money-types.ts';
import { usdt } from '#domain/money.ts';
import { moneyPair, toIso } from '#protocol/codecs.ts';
import type { TransactionWire } from '#protocol/cashier/cashier.ts';
import { readCursor, writeCursor } from '#protocol/cursors.ts';
import type { Queryable } from '#server/db/index.ts';
import { moneyMoved, type MoneyMoved } from '#server/ledger/store-money.ts';
import type { Cashier, Payment, TransactionsFilter } from './contract.ts';
import { addressNetwork } from './addresses/networks.ts';
import type { CashierParts, DepositSource, WithdrawParts } from './parts.ts';
import { findPayments } from './store-payments.ts';
import { findWithdrawals } from './withdrawals/store-withdrawals.ts';
import { withdrawalWire } from './withdrawals/wire.ts';

const PAGE = 50;

/** Money beside trading, newest first. */
export async function transactionsOf(
  parts: Pick<WithdrawParts, 'db' | 'payees' | 'vault' | 'networks' | 'depositSources'>,
  userId: string,
  filter: TransactionsFilter,
): ReturnType<Cashier['transactions']> {
  const limit = filter.limit ?? PAGE;
  const rows = await moneyMoved(parts.db, {
    ownerId: userId,
    type: filter.type ?? null,
    before: readCursor('transactions', filter.cursor)?.[0] ?? null,
    from: filter.from ?? null,
    to: filter.to ?? null,
    refStart: searched(filter.search),
    limit: limit + 1,
  });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const payments = await findPayments(
    parts.db,
    shown.filter(({ refType }) => refType === 'payment').map(({ refId }) => refId),
  );
  const withdrawals = await findWithdrawals(
    parts.db,
    shown.filter(({ refType }) => refType === 'withdrawal').map(({ refId }) => refId),
  );
  const sources = await parts.depositSources(
    parts.db,
    shown.filter(({ refType }) => refType === 'deposit').map(({ refId }) => refId),
  );
  const items: TransactionWire[] = [];
  for (const row of shown) {
    const withdrawal = row.refType === 'withdrawal' ? withdrawals.get(row.refId) : undefined;
    if (withdrawal !== undefined) {
      // What came back is told by the row of what left.
      if (row.amount < 0n) items.push(withdrawalWire(parts, withdrawal));
      continue;
    }
    const payment = row.refType === 'payment' ? payments.get(row.refId) : undefined;
    // A recall is told by the row of its payment.
    if (payment?.payer === userId && row.amount > 0n) continue;
    items.push(
      payment === undefined
        ? rowWire(row, sourceWire(parts, row.refType === 'deposit' ? sources.get(row.refId) : undefined))
        : await paymentWire(parts, parts.db, { payment, viewer: userId, at: row.at }),
    );
  }
  return {
    items,
    nextCursor: rows.length > limit && last !== undefined ? writeCursor('transactions', [last.no]) : null,
  };
}

/** What a person searches, as ids begin; dots that a screen shows before or after are no part of it. */
function searched(search: string | undefined): string | null {
  const text = (search ?? '')
    .trim()
    .replace(/…|\.{3}/g, '')
    .toLowerCase();
  return text === '' ? null : text;
}

function sourceWire(
  { networks }: Pick<WithdrawParts, 'networks'>,
  source: DepositSource | undefined,
): TransactionWire['deposit'] {
  if (source === undefined) return null;
  const { network, coin: token, coins, rate, txHash } = source;
  const place = addressNetwork(networks, network);
  const explorer = place?.explorer ?? null;
  const txLink = explorer === null ? null : `${explorer}/tx/${txHash}`;
  return { network: place?.name ?? network, token, coins, rate, txHash, txLink };
}

function rowWire(row: MoneyMoved, deposit: TransactionWire['deposit']): TransactionWire {
  return {
    id: row.refId,
    type: moneyTypeOf(row.code),
    direction: row.amount < 0n ? 'out' : 'in',
    status: 'DONE',
    ...moneyPair('amount', usdt(row.amount)),
    at: toIso(row.at),
    recallUntil: null,
    other: null,
    note: null,
    sandbox: row.kind === 'sandbox_grant',
    withdrawal: null,
    deposit,
  };
}

/** A payment as one of its two people sees it. `at`: when it reached the payee, ms. */
export async function paymentWire(
  { payees, vault }: Pick<CashierParts, 'payees' | 'vault'>,
  db: Queryable,
  { payment, viewer, at }: { readonly payment: Payment; readonly viewer: string; readonly at?: number },
): Promise<TransactionWire> {
  const isPayer = payment.payer === viewer;
  const { noteSealed, state } = payment;
  return {
    id: payment.id,
    type: 'payment',
    direction: isPayer ? 'out' : 'in',
    status: state,
    ...moneyPair('amount', usdt(isPayer ? -payment.amount : payment.amount)),
    at: toIso(isPayer ? payment.madeAt : (at ?? payment.dueAt)),
    recallUntil: isPayer && state === 'HELD' ? toIso(payment.dueAt) : null,
    other: await payees.faceOf(db, isPayer ? payment.payee : payment.payer),
    note: noteSealed === null ? null : await vault.open(db, payment.payer, noteSealed),
    sandbox: false,
    withdrawal: null,
    deposit: null,
  };
}
