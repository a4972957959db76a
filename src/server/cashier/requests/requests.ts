import type { PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import { MOST_OPEN, REQUEST_MS, requestState, splitEqually } from '#domain/cashier/requests.ts';
import type { Actor } from '#domain/identity/actor.ts';
import type { Usdt } from '#domain/money.ts';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import { paymentBoundsOf } from '#domain/settings/settings.ts';
import { isRowId, moneyPair, toIso } from '#protocol/codecs.ts';
import { readCursor, writeCursor } from '#protocol/cursors.ts';
import type { RequestBody, RequestsQuery, RequestWire } from '#protocol/cashier/requests.ts';
import { transaction, type Queryable } from '#server/db/index.ts';
import { record } from '#server/facts/index.ts';
import type { CashierParts } from '../parts.ts';
import { payeeOf } from '../payee.ts';
import { gatesOf } from '../payer.ts';
import { readAmount } from '../amount.ts';
import { lockPayer } from '../store.ts';
import {
  countOpen,
  endRequest,
  findRequest,
  insertRequest,
  lockRequest,
  pageRequests,
  type PaymentRequest,
} from './store-requests.ts';

const PAGE = 20;

/** Payments that people ask each other for. */
export interface Requests {
  /** Asks people for an amount, or makes a link for whoever has it. Of those who are named each must be somebody who could be paid. */
  make(actor: Actor, body: RequestBody): Promise<Outcome<{ readonly items: readonly RequestWire[] }>>;
  list(
    userId: string,
    query: RequestsQuery,
  ): Promise<{ readonly items: readonly RequestWire[]; readonly nextCursor: string | null }>;
  /** NotFound for one that somebody else is asked for. */
  look(actor: Actor, id: string): Promise<Outcome<RequestWire>>;
  /** By who is asked, or by who asks. PaymentRequestOver: it is paid, or over. */
  end(actor: Actor, id: string, how: 'DECLINED' | 'CANCELLED'): Promise<Outcome<RequestWire>>;
}

export function createRequests(parts: CashierParts): Requests {
  return {
    make: (actor, body) => make(parts, actor, body),
    list: async (userId, { direction, cursor, limit = PAGE }) => {
      const before = readCursor('requests', cursor)?.[0] ?? null;
      const rows = await pageRequests(parts.db, { userId, direction, before, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      const items: RequestWire[] = [];
      for (const row of shown) items.push(await requestWire(parts, parts.db, { row, viewer: userId }));
      return {
        items,
        nextCursor: rows.length > limit && last !== undefined ? writeCursor('requests', [last.id]) : null,
      };
    },
    look: async ({ userId }, id) => {
      const row = isRowId(id) ? await findRequest(parts.db, id) : null;
      if (row === null || !maySee(row, userId)) return refused({ code: 'NotFound' });
      return ok(await requestWire(parts, parts.db, { row, viewer: userId }));
    },
    end: (actor, id, how) => end(parts, actor, { id, how }),
  };
}

async function make(
  parts: CashierParts,
  { userId }: Actor,
  body: RequestBody,
): Promise<Outcome<{ readonly items: readonly RequestWire[] }>> {
  const amount = readAmount(body.amount);
  if (typeof amount !== 'bigint') return refused(amount);
  const texts = body.from ?? [];
  if (texts.length === 0 && body.split !== undefined)
    return refused({ code: 'InvalidRequest', fields: { from: 'missing' } });
  const { gates } = await gatesOf(parts, parts.db, { userId, amount: null });
  // Whoever may not look for payees learns of nobody here either.
  const asks = texts.length === 0 ? ['email', 'name'] : ['email', 'name', 'deposit'];
  const own = gates.find(({ gate, refusal }) => refusal !== null && asks.includes(gate));
  if (own?.refusal) return refused(own.refusal);
  const people: string[] = [];
  for (const text of texts) {
    const found = await payeeOf(parts, parts.db, { payer: userId, text });
    if (!found.ok) return found;
    if (!people.includes(found.value)) people.push(found.value);
  }
  const shares = sharesOf(amount, body, people.length);
  const { least, most } = paymentBoundsOf(parts.settings.values);
  if (shares.some((share) => share < least || share > most))
    return refused({ code: 'PaymentLimit', min: least, max: most });
  const note = body.note?.trim() ?? '';
  const now = parts.clock.now();
  return transaction(parts.db, async (tx) => {
    // One after another, so that what is open is counted whole.
    await lockPayer(tx, userId);
    if ((await countOpen(tx, userId, now)) + shares.length > MOST_OPEN)
      return refused({ code: 'PaymentRequestsFull', most: MOST_OPEN });
    const split = body.split === undefined ? null : uuidv7();
    const items: RequestWire[] = [];
    for (const [at, share] of shares.entries()) {
      const row: PaymentRequest = {
        id: uuidv7(),
        asker: userId,
        asked: people[at] ?? null,
        split,
        amount: share,
        noteSealed: note === '' ? null : await parts.vault.seal(tx, userId, note),
        madeAt: now,
        expiresAt: now + REQUEST_MS,
        ended: null,
        payment: null,
        paymentState: null,
      };
      await insertRequest(tx, row);
      if (row.asked !== null) await tell(tx, { kind: 'request.made', userId: row.asked, row });
      items.push(await requestWire(parts, tx, { row, viewer: userId }));
    }
    return ok({ items });
  });
}

/** What each is asked for. The part of whoever splits with the others is the last one, and is asked of nobody. */
function sharesOf(amount: Usdt, { split }: RequestBody, people: number): readonly Usdt[] {
  if (people === 0) return [amount];
  if (split === undefined) return Array.from({ length: people }, () => amount);
  return splitEqually(amount, split === 'with_me' ? people + 1 : people).slice(0, people);
}

async function end(
  parts: CashierParts,
  { userId }: Actor,
  { id, how }: { readonly id: string; readonly how: 'DECLINED' | 'CANCELLED' },
): Promise<Outcome<RequestWire>> {
  if (!isRowId(id)) return refused({ code: 'NotFound' });
  return transaction(parts.db, async (tx): Promise<Outcome<RequestWire>> => {
    const row = await lockRequest(tx, id);
    const whose = how === 'DECLINED' ? row?.asked : row?.asker;
    if (row === null || whose !== userId) return refused({ code: 'NotFound' });
    const now = parts.clock.now();
    const state = stateOf(row, now);
    // Pressed twice: it has ended, and says so again.
    if (state !== how) {
      if (state !== 'OPEN') return refused({ code: 'PaymentRequestOver' });
      await endRequest(tx, { id, ended: how, now });
      if (how === 'DECLINED') await tell(tx, { kind: 'request.declined', userId: row.asker, row });
    }
    return ok(await requestWire(parts, tx, { row: { ...row, ended: how, payment: null }, viewer: userId }));
  });
}

/** The request that a payment answers, locked; refused where it may not be. */
export async function answerable(
  { clock }: Pick<CashierParts, 'clock'>,
  tx: PoolClient,
  terms: { readonly id: string; readonly payer: string; readonly payee: string; readonly amount: Usdt },
): Promise<Outcome<PaymentRequest>> {
  const row = isRowId(terms.id) ? await lockRequest(tx, terms.id) : null;
  const isFor = row !== null && (row.asked === null || row.asked === terms.payer);
  if (!isFor || row.asker !== terms.payee || row.amount !== terms.amount) return refused({ code: 'NotFound' });
  return stateOf(row, clock.now()) === 'OPEN' ? ok(row) : refused({ code: 'PaymentRequestOver' });
}

const stateOf = (row: PaymentRequest, now: number) => requestState({ ...row, payment: row.paymentState }, now);

function maySee({ asker, asked }: PaymentRequest, userId: string): boolean {
  return asker === userId || asked === userId || asked === null;
}

async function tell(
  tx: PoolClient,
  told: { readonly kind: 'request.made' | 'request.declined'; readonly userId: string; readonly row: PaymentRequest },
): Promise<void> {
  const { kind, userId, row } = told;
  await record(tx, [{ kind, userId, requestId: row.id, amount: row.amount.toString() }]);
}

async function requestWire(
  { payees, vault, clock }: Pick<CashierParts, 'payees' | 'vault' | 'clock'>,
  db: Queryable,
  { row, viewer }: { readonly row: PaymentRequest; readonly viewer: string },
): Promise<RequestWire> {
  const { id, asker, asked, noteSealed, madeAt, expiresAt, split } = row;
  const isAsker = asker === viewer;
  const other = isAsker ? asked : asker;
  const isPaid = row.paymentState === 'HELD' || row.paymentState === 'DONE';
  return {
    id,
    direction: isAsker ? 'out' : 'in',
    state: stateOf(row, clock.now()),
    ...moneyPair('amount', row.amount),
    note: noteSealed === null ? null : await vault.open(db, asker, noteSealed),
    at: toIso(madeAt),
    expiresAt: toIso(expiresAt),
    to: asker,
    other: other === null ? null : await payees.faceOf(db, other),
    split,
    payment: isPaid ? row.payment : null,
  };
}
