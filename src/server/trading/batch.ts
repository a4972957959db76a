import { uuidv7 } from 'uuidv7';
import { add, subtract } from '#domain/money.ts';
import type { Usdt } from '#domain/money.ts';
import type { Pair } from '#domain/prices/pair.ts';
import { cashKey, decide } from '#domain/trading/decide.ts';
import type { Moment, PlaceCommand, PlaceEffect } from '#domain/trading/decide.ts';
import { finished as finishedPrediction } from '#domain/trading/open-prediction.ts';
import type { OpenPrediction } from '#domain/trading/open-prediction.ts';
import { bookOf } from '#domain/trading/state.ts';
import type { AccountId } from '#server/ledger/contract.ts';
import type { AccountBook } from './accounts.ts';
import { batchHash, factsOf, journalsOf } from './assemble.ts';
import type { BatchEffects, Finished, StoredAnswer } from './batch-effects.ts';
import { batchStatement } from './batch-statement.ts';
import type { BatchStatement } from './batch-statement.ts';
import type { Board } from './board.ts';
import type { PlaceReply } from './contract.ts';
import type { Request } from './desk.ts';
import type { EngineMemory, LifeWork } from './memory.ts';
import { answerKey } from './store-opening.ts';
import type { Opening } from './store-opening.ts';
import { drawSalt } from './salt.ts';
import { toPredictionWire } from './wire.ts';

/** What a batch is made of. */
export interface BatchWork {
  readonly requests: readonly Request[];
  readonly life: LifeWork;
}

export interface BatchContext {
  readonly shard: number;
  readonly epoch: bigint;
  readonly tip: { readonly no: number; readonly hash: Uint8Array };
  readonly memory: EngineMemory;
  readonly board: Board;
  readonly accounts: AccountBook;
  readonly pairs: ReadonlyMap<string, Pair>;
  /** T_adm of this batch, wall ms. */
  readonly now: number;
  readonly onFault: (error: unknown) => void;
}

/** A decided batch: what to store, and what to say once it is stored. */
export interface DecidedBatch {
  /** Null: nothing to store. */
  readonly stored: {
    readonly statement: BatchStatement;
    readonly hash: Uint8Array;
    readonly effects: BatchEffects;
  } | null;
  readonly replies: readonly { readonly request: Request; readonly reply: PlaceReply }[];
  /** What people have after it, 10^-6. */
  readonly balances: ReadonlyMap<string, Balance>;
}

export interface Balance {
  readonly userId: string;
  readonly realm: 'real' | 'demo';
  cash: Usdt;
  locked: Usdt;
}

/** Accounts that a batch can touch. */
export function accountsOf(work: BatchWork, accounts: AccountBook): AccountId[] {
  const ids = new Set<AccountId>();
  const person = (userId: string, realm: Balance['realm']) => {
    const found = accounts.of(userId, realm);
    if (found !== null) ids.add(found.cash).add(found.locked);
  };
  for (const { place } of work.requests) person(place.actor.userId, place.actor.realm);
  for (const { open } of work.life.finished) {
    person(open.prediction.userId, open.prediction.realm);
    ids.add(accounts.house[open.prediction.realm].pnl);
  }
  return [...ids];
}

/** Decides a batch with what its first statement found. Runs without a pause, so that no tick comes between decision and state. */
export function decideBatch(work: BatchWork, opening: Opening, context: BatchContext): DecidedBatch {
  const replies: DecidedBatch['replies'][number][] = [];
  const fresh: Request[] = [];
  for (const request of work.requests) {
    const reply = storedReply(request, opening);
    if (reply === null) fresh.push(request);
    else replies.push({ request, reply });
  }
  const balances = new Map<string, Balance>();
  const commands = fresh.map((request) => commandOf(request));
  const effects = decide(context.memory.state, commands, momentOf(commands, { opening, context, balances }));
  const placed: OpenPrediction[] = [];
  const answers: StoredAnswer[] = [];
  effects.forEach((effect, index) => {
    const request = fresh[index]!;
    const reply = replyOf(effect, context);
    replies.push({ request, reply });
    if (effect.kind !== 'admitted' || !reply.ok) return;
    placed.push(effect.open);
    if (request.key === null) return;
    answers.push({
      ...request.key,
      bodyHash: request.place.idempotency?.bodyHash ?? '',
      status: 201,
      body: reply.body,
    });
  });
  const finished = work.life.finished.map((one): Finished => ({
    ...one,
    prediction: finishedPrediction(one.open.prediction, one.finish, context.now),
  }));
  const entered = work.life.entered;
  const stored = store({ work, placed, entered, finished, answers }, context);
  if (stored !== null) moveBalances({ placed, finished }, balances, { opening, accounts: context.accounts });
  return { stored, replies, balances };
}

function store(
  batch: Pick<BatchEffects, 'placed' | 'entered' | 'finished' | 'answers'> & { readonly work: BatchWork },
  context: BatchContext,
): DecidedBatch['stored'] {
  const { work, placed, entered, finished, answers } = batch;
  const streams = new Set(work.life.checkpoints);
  for (const open of [...placed, ...entered, ...finished.map((one) => one.open)]) streams.add(open.stream);
  if (streams.size === 0) return null;
  const { memory, epoch, tip, shard, now } = context;
  const facts = factsOf({ placed, entered, finished });
  const no = tip.no + 1;
  const hash = batchHash({ no, epoch, prev: tip.hash, at: now, facts });
  const effects: BatchEffects = {
    shard,
    no,
    epoch,
    hash,
    prev: tip.hash,
    at: now,
    exposure: memory.state.exposure.total,
    facts,
    placed,
    entered,
    finished,
    answers,
    marks: memory.marksOf(streams, work.life),
    journals: journalsOf(placed, finished, context.accounts),
  };
  return { statement: batchStatement(effects), hash, effects };
}

function storedReply(request: Request, opening: Opening): PlaceReply | null {
  const answer = request.key === null ? undefined : opening.answers.get(answerKey(request.key));
  if (answer === undefined) return null;
  if (answer.bodyHash === request.place.idempotency?.bodyHash) return { ok: true, body: answer.body, replayed: true };
  return { ok: false, refusal: { code: 'IdempotencyConflict' } };
}

function replyOf(effect: PlaceEffect, context: BatchContext): PlaceReply {
  if (effect.kind === 'refused') return { ok: false, refusal: effect.refusal };
  if (effect.kind === 'failed') {
    context.onFault(effect.error);
    return { ok: false, refusal: { code: 'UnexpectedError' } };
  }
  const { prediction } = effect.open;
  const pair = context.pairs.get(prediction.pairId);
  if (pair === undefined) throw new Error(`no pair ${prediction.pairId}`);
  return { ok: true, body: JSON.stringify(toPredictionWire(prediction, pair)), replayed: false };
}

function commandOf({ place }: Request): PlaceCommand {
  return {
    id: uuidv7(),
    salt: drawSalt(),
    userId: place.actor.userId,
    realm: place.actor.realm,
    pairId: place.pair,
    direction: place.direction,
    stake: place.stake,
    durationSec: place.durationSec,
    payoutBps: place.payoutBps,
    standing: place.actor.standing ?? null,
  };
}

function momentOf(
  commands: readonly PlaceCommand[],
  at: { opening: Opening; context: BatchContext; balances: Map<string, Balance> },
): Moment {
  const { opening, context, balances } = at;
  const cash = new Map<string, Usdt>();
  for (const { userId, realm } of commands) {
    const balance = balanceOf({ userId, realm }, balances, { opening, accounts: context.accounts });
    if (balance !== null) cash.set(cashKey(userId, realm), balance.cash);
  }
  const views = new Map<string, ReturnType<Board['viewOf']>>();
  return {
    now: context.now,
    shard: context.shard,
    batch: context.tip.no + 1,
    market(pairId) {
      let view = views.get(pairId);
      if (view === undefined) {
        view = context.board.viewOf(pairId, (stream) => bookOf(context.memory.state, stream));
        views.set(pairId, view);
      }
      return view;
    },
    cash,
    houseBank: opening.houseBank,
  };
}

interface BalanceSource {
  readonly opening: Opening;
  readonly accounts: AccountBook;
}

function balanceOf(
  person: Pick<Balance, 'userId' | 'realm'>,
  balances: Map<string, Balance>,
  { opening, accounts }: BalanceSource,
): Balance | null {
  const key = cashKey(person.userId, person.realm);
  const known = balances.get(key);
  if (known !== undefined) return known;
  const ids = accounts.of(person.userId, person.realm);
  if (ids === null) return null;
  const cash = opening.balances.get(ids.cash);
  const locked = opening.balances.get(ids.locked);
  if (cash === undefined || locked === undefined) throw new Error(`accounts of ${person.userId} were not locked`);
  const balance = { userId: person.userId, realm: person.realm, cash, locked };
  balances.set(key, balance);
  return balance;
}

function moveBalances(
  moves: { readonly placed: readonly OpenPrediction[]; readonly finished: readonly Finished[] },
  balances: Map<string, Balance>,
  source: BalanceSource,
): void {
  for (const { prediction } of moves.placed) {
    const balance = balanceOf(prediction, balances, source);
    if (balance === null) continue;
    balance.cash = subtract(balance.cash, prediction.stake);
    balance.locked = add(balance.locked, prediction.stake);
  }
  for (const { prediction } of moves.finished) {
    const balance = balanceOf(prediction, balances, source);
    if (balance === null) continue;
    balance.locked = subtract(balance.locked, prediction.stake);
    if (prediction.credit !== null) balance.cash = add(balance.cash, prediction.credit);
  }
}
