import { toDecimal, usdt } from '#domain/money.ts';
import type { FiatOutcome } from '#domain/fiat/orders.ts';
import { clearingBooks } from '#server/ledger/store-money.ts';
import type { FiatParts } from './parts.ts';
import { RAMP_SEAT, type StatementLine } from './seat.ts';
import { bookedOrders, findOrders, owedByProvider } from './store-due.ts';
import type { FiatOrder } from './store.ts';

/** Where a provider and our books do not agree. */
export interface ProviderDifference {
  /** An order; null: the sum of all. */
  readonly order: string | null;
  readonly says: string;
}

export interface ProviderCompared {
  readonly provider: string;
  /** Lines of its statement. null: it gives none, or did not answer. */
  readonly lines: number | null;
  readonly owes: bigint;
  readonly differences: readonly ProviderDifference[];
}

/** The statement of a provider since then (ms) beside our orders, and the sum of all of them beside the ledger. Reads alone. */
export async function compareProvider(
  { db, providers }: Pick<FiatParts, 'db' | 'providers'>,
  { provider: name, since }: { readonly provider: string; readonly since: number },
): Promise<ProviderCompared> {
  const provider = providers.at(RAMP_SEAT).find((one) => one.name === name);
  const { owes, paid } = await clearingBooks(db, name);
  const differences: ProviderDifference[] = [];
  const byOrders = await owedByProvider(db, name);
  if (byOrders !== owes + paid)
    differences.push({ order: null, says: `orders say ${decimal(byOrders)}, the ledger ${decimal(owes + paid)}` });
  const found = provider?.capabilities.statement === true ? await provider.calls.statement(since) : null;
  if (provider === undefined || found?.kind !== 'found') return { provider: name, lines: null, owes, differences };
  const ours = await findOrders(
    db,
    found.lines.map(({ reference }) => reference),
  );
  for (const line of found.lines) {
    const outcome = provider.outcomeOf(line.status);
    const says = outcome === null ? `its state ${line.status} has no meaning` : differing(line, outcome, ours);
    if (says !== null) differences.push({ order: line.reference, says });
  }
  const theirs = new Set(found.lines.map(({ reference }) => reference));
  for (const { id, credited, held } of await bookedOrders(db, name, since))
    if (!theirs.has(id))
      differences.push({ order: id, says: `the books have ${decimal(credited + held)}, its statement nothing` });
  return { provider: name, lines: found.lines.length, owes, differences };
}

function differing(
  { reference, brings, status }: StatementLine,
  outcome: FiatOutcome | 'IGNORE',
  ours: ReadonlyMap<string, FiatOrder>,
): string | null {
  const order = ours.get(reference);
  if (order === undefined) return `we know no such order, and it says ${status}`;
  const booked = order.state === 'CHARGEBACK' || order.state === 'LOST' ? 0n : order.credited + order.held;
  const right = outcome === 'PAID' || outcome === 'WON' ? (brings ?? 0n) : 0n;
  return booked === right ? null : `it says ${status}, ${decimal(right)}; the books have ${decimal(booked)}`;
}

const decimal = (amount: bigint) => toDecimal(usdt(amount));
