import { accountId } from '#domain/ledger/account-id.ts';
import type { AccountId } from '#domain/ledger/account-id.ts';
import { ACCOUNT_KINDS } from '#domain/ledger/account-kinds.ts';
import type { AccountKind } from '#domain/ledger/account-kinds.ts';
import { isLegal } from '#domain/ledger/grammar.ts';
import { journalFault } from '#domain/ledger/journal.ts';
import type { Journal } from '#domain/ledger/journal.ts';
import type { MinuteLoss } from '#domain/trading/losses.ts';
import type { Fill, Order, Position } from '#domain/trading/orders/order.ts';
import type { Market } from '#domain/trading/orders/market.ts';
import type { Realised } from '#domain/trading/orders/contract.ts';
import type { Finish, OpenPrediction } from '#domain/trading/open-prediction.ts';
import type { Prediction } from '#domain/trading/prediction.ts';
import type { ScheduledEntry } from '#domain/trading/scheduled/entry.ts';

/** Something that must never happen did. */
export class Violation extends Error {
  override readonly name = 'Violation';
}

export function mustBe(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Violation(what);
}

/** A prediction as its row has it. */
export interface PredictionRow {
  prediction: Prediction;
  readonly rule: OpenPrediction['rule'];
  readonly stream: number;
  entryRecords: OpenPrediction['entryRecords'];
  finish: Finish | null;
}

export interface Mark {
  readonly stream: number;
  readonly applied: number;
  readonly seen: { readonly seq: number; readonly head: Uint8Array };
}

/** All that one batch stores. */
export interface SimBatch {
  readonly no: number;
  readonly epoch: number;
  readonly hash: string;
  readonly placed: readonly OpenPrediction[];
  readonly entered: readonly { readonly open: OpenPrediction; readonly prediction: Prediction }[];
  readonly finished: readonly { readonly prediction: Prediction; readonly finish: Finish }[];
  /** Entries that began to wait or ended, as they are after it. */
  readonly scheduled: readonly ScheduledEntry[];
  readonly markets: readonly Market[];
  readonly orders: readonly Order[];
  readonly fills: readonly Fill[];
  readonly positions: readonly Position[];
  readonly realised: readonly (Realised & { readonly at: number })[];
  readonly journals: readonly Journal[];
  readonly answers: readonly { readonly key: string; readonly ref: string }[];
  readonly marks: readonly Mark[];
}

interface Account {
  readonly kind: AccountKind;
  debits: bigint;
  credits: bigint;
}

/** The tables of one seed. A batch is stored whole or not at all; walls hold it as the database's do. */
export class SimDb {
  epoch = 1;
  tip = { no: 0, hash: '' };
  readonly predictions = new Map<string, PredictionRow>();
  readonly scheduled = new Map<string, ScheduledEntry>();
  readonly markets = new Map<string, Market>();
  readonly orders = new Map<string, Order>();
  readonly fills: Fill[] = [];
  readonly positions = new Map<string, Position>();
  readonly realised: (Realised & { readonly at: number })[] = [];
  readonly answers = new Map<string, string>();
  readonly marks = new Map<number, Mark>();
  /** False: the fence is planted away. */
  fence = true;
  readonly #accounts = new Map<AccountId, Account>();
  readonly #ids = new Map<string, AccountId>();
  readonly #journals = new Set<string>();

  id(kind: AccountKind, ref: string): AccountId {
    const key = `${kind} ${ref}`;
    let id = this.#ids.get(key);
    if (id === undefined) {
      id = accountId({ realm: 'real', asset: 'USDT' }, BigInt(this.#ids.size + 1));
      this.#ids.set(key, id);
      this.#accounts.set(id, { kind, debits: 0n, credits: 0n });
    }
    return id;
  }

  balance(kind: AccountKind, ref: string): bigint {
    return balanceOf(this.#account(this.id(kind, ref)));
  }

  /** 'fenced': another owner's batches stand there. Throws a Violation on what no wall may let pass. */
  commit(batch: SimBatch): 'stored' | 'fenced' {
    const ours = batch.epoch === this.epoch && batch.no === this.tip.no + 1;
    if (this.fence && !ours) return 'fenced';
    this.tip = { no: batch.no, hash: batch.hash };
    this.#predictions(batch);
    for (const one of batch.scheduled) {
      mustBe((this.scheduled.get(one.id)?.endedAt ?? null) === null, `${one.id} ended twice`);
      this.scheduled.set(one.id, one);
    }
    for (const one of batch.markets) this.markets.set(one.id, one);
    for (const one of batch.orders) this.orders.set(one.id, one);
    this.fills.push(...batch.fills);
    for (const one of batch.positions) this.positions.set(`${one.marketId} ${one.userId}`, one);
    this.realised.push(...batch.realised);
    for (const { key, ref } of batch.answers) this.answers.set(key, ref);
    for (const mark of batch.marks) this.marks.set(mark.stream, mark);
    this.post(batch.journals);
    return 'stored';
  }

  /** Books journals; each natural key once, each flow legal, no guarded account below zero afterwards. */
  post(journals: readonly Journal[]): void {
    const moved = new Set<AccountId>();
    for (const journal of journals) {
      const fault = journalFault(journal);
      mustBe(fault === null, `journal of ${journal.refId}: ${fault}`);
      const key = `${journal.kind} ${journal.refType} ${journal.refId}`;
      mustBe(!this.#journals.has(key), `posted twice: ${key}`);
      this.#journals.add(key);
      for (const { code, debit, credit, amount } of journal.transfers) {
        const from = this.#account(debit);
        const to = this.#account(credit);
        mustBe(isLegal({ code, debit: from.kind, credit: to.kind }), `flow ${code} ${from.kind} ${to.kind}`);
        from.debits += amount;
        to.credits += amount;
        moved.add(debit).add(credit);
      }
    }
    for (const id of moved) {
      const account = this.#account(id);
      mustBe(!ACCOUNT_KINDS[account.kind].guarded || balanceOf(account) >= 0n, `${account.kind} below zero`);
    }
  }

  /** Debits less credits of everything: 0. */
  total(): bigint {
    let sum = 0n;
    for (const { debits, credits } of this.#accounts.values()) sum += debits - credits;
    return sum;
  }

  /** Sum of all accounts of a kind. */
  sumOf(kind: AccountKind): bigint {
    let sum = 0n;
    for (const account of this.#accounts.values()) if (account.kind === kind) sum += balanceOf(account);
    return sum;
  }

  /** What a person has lost, net, in the order of time. */
  lossesOf(userId: string): MinuteLoss[] {
    const ends = [...this.predictions.values()].flatMap(({ prediction: one }) =>
      one.userId === userId && one.settledAt !== null && one.credit !== null
        ? [{ at: one.settledAt, net: one.stake - one.credit }]
        : [],
    );
    for (const one of this.realised) if (one.userId === userId) ends.push({ at: one.at, net: one.cost - one.credit });
    return ends.sort((a, b) => a.at - b.at).map(({ at, net }) => ({ minute: Math.floor(at / 60_000), net }));
  }

  /** What EngineMemory reads back: open predictions in the order of their admission. */
  open(): OpenPrediction[] {
    return [...this.predictions.values()]
      .filter(({ prediction }) => prediction.settledAt === null)
      .map(({ prediction, rule, stream, entryRecords }) => ({
        prediction,
        rule,
        stream,
        entryRecords,
        entryStored: prediction.entry !== null,
      }));
  }

  #predictions(batch: SimBatch): void {
    for (const { prediction, rule, stream } of batch.placed) {
      mustBe(!this.predictions.has(prediction.id), `${prediction.id} placed twice`);
      this.predictions.set(prediction.id, { prediction, rule, stream, entryRecords: null, finish: null });
    }
    for (const { open, prediction } of batch.entered) {
      const row = this.#row(prediction.id);
      mustBe(row.prediction.entry === null, `${prediction.id} entered twice`);
      row.prediction = prediction;
      row.entryRecords = open.entryRecords;
    }
    for (const { prediction, finish } of batch.finished) {
      const row = this.#row(prediction.id);
      mustBe(row.prediction.settledAt === null, `${prediction.id} settled twice`);
      row.prediction = prediction;
      row.finish = finish;
    }
  }

  #row(id: string): PredictionRow {
    const row = this.predictions.get(id);
    if (row === undefined) throw new Violation(`no row of ${id}`);
    return row;
  }

  #account(id: AccountId): Account {
    const account = this.#accounts.get(id);
    if (account === undefined) throw new Violation(`no account ${id}`);
    return account;
  }
}

function balanceOf({ kind, debits, credits }: Account): bigint {
  return ACCOUNT_KINDS[kind].normal === 'C' ? credits - debits : debits - credits;
}
