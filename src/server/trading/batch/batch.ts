import { uuidv7 } from 'uuidv7';
import type { Usdt } from '#domain/money.ts';
import type { Pair } from '#domain/prices/pair.ts';
import { cashKey, decide } from '#domain/trading/decide.ts';
import type { DecisionContext, PlaceCommand, PlaceEffect } from '#domain/trading/decide.ts';
import { finished as finishedPrediction } from '#domain/trading/open-prediction.ts';
import type { OpenPrediction } from '#domain/trading/open-prediction.ts';
import { bookOf } from '#domain/trading/state.ts';
import { crashAt } from '#server/crash-points.ts';
import type { AccountId } from '#server/ledger/contract.ts';
import type { AccountBook } from '../accounts.ts';
import { batchHash, factsOf, journalsOf } from './assemble.ts';
import { balanceOf, moveBalances, settleBalances } from './balances.ts';
import type { Balance } from './balances.ts';
import type { BatchEffects, Finished, StoredAnswer } from './batch-effects.ts';
import { batchStatement } from './batch-statement.ts';
import type { BatchStatement } from './batch-statement.ts';
import type { PairSnapshots } from '../pair-snapshots.ts';
import type { CommandReply } from '../contract.ts';
import { actorOf, bodyHashOf, ofKind } from '../command-queue.ts';
import type { CommandOf, Request } from '../command-queue.ts';
import { EXCHANGE_KINDS } from '../exchange/answers.ts';
import type { ExchangePlan } from '../exchange/plan.ts';
import type { ExchangeDecision, ExchangeProcessor, MarketTask } from '../exchange/processor.ts';
import type { EngineMemory, LifeWork } from './memory.ts';
import { decideScheduled } from '../scheduled/decide.ts';
import type { EarlySales } from '../predictions/early-sales.ts';
import type { ScheduledDecision } from '../scheduled/decide.ts';
import type { ScheduledMemory } from '../scheduled/memory.ts';
import type { ScheduledTask } from '../scheduled/tasks.ts';
import { answerKey } from './store-opening.ts';
import type { Opening } from './store-opening.ts';
import { drawSalt } from '../predictions/salt.ts';
import { toPredictionWire } from '../predictions/wire.ts';

/** What a batch is made of. */
export interface BatchWork {
  readonly requests: readonly Request[];
  readonly life: LifeWork;
  /** What clock and prices ask of markets. */
  readonly markets: readonly MarketTask[];
  /** What they ask of scheduled entries. */
  readonly scheduled: readonly ScheduledTask[];
}

/** What is known before a batch asks the tables. */
export interface BatchPlan {
  readonly work: BatchWork;
  readonly exchange: ExchangePlan;
}

export interface BatchContext {
  readonly shard: number;
  readonly epoch: bigint;
  readonly tip: { readonly no: number; readonly hash: Uint8Array };
  readonly memory: EngineMemory;
  readonly snapshots: PairSnapshots;
  readonly accounts: AccountBook;
  readonly exchange: ExchangeProcessor;
  readonly scheduled: ScheduledMemory;
  readonly sales: EarlySales;
  readonly pairs: ReadonlyMap<string, Pair>;
  /** Decided by what is remembered, not by what the tables said. */
  readonly guess: boolean;
  /** T_adm of this batch, wall ms. */
  readonly now: number;
  readonly onFault: (error: unknown) => void;
}

export interface BatchReply {
  readonly request: Request;
  readonly reply: CommandReply;
}

/** A decided batch: what to store, and what to say once it is stored. */
export interface DecidedBatch {
  /** Null: nothing to store. */
  readonly stored: {
    readonly statement: BatchStatement;
    readonly hash: Uint8Array;
    readonly effects: BatchEffects;
  } | null;
  readonly replies: readonly BatchReply[];
  readonly exchange: ExchangeDecision | null;
  /** What people have after it, 10^-6. */
  readonly balances: ReadonlyMap<string, Balance>;
}

type Prediction = CommandOf<'predict'>;

/** Accounts that a batch can touch. */
export function accountsOf(
  { work, exchange: planned }: BatchPlan,
  { accounts, exchange }: { accounts: AccountBook; exchange: ExchangeProcessor },
): AccountId[] {
  const ids = new Set<AccountId>();
  const person = (userId: string, realm: Balance['realm']) => {
    const found = accounts.of(userId, realm);
    if (found !== null) ids.add(found.cash).add(found.locked);
  };
  for (const { command } of work.requests) person(actorOf(command).userId, actorOf(command).realm);
  for (const { entry } of work.scheduled) person(entry.userId, entry.realm);
  for (const { open } of work.life.finished) {
    person(open.prediction.userId, open.prediction.realm);
    ids.add(accounts.house[open.prediction.realm].pnl);
  }
  for (const id of exchange.accountsOf(planned)) ids.add(id);
  return [...ids];
}

export type EffectKind = 'prediction' | 'market' | 'scheduled';

/** Something that ticks or the clock ask, by whom it concerns. */
export interface Effect {
  readonly of: EffectKind;
  readonly id: string;
}

/** All that a batch does unasked. */
export function effectsOf({ life, markets, scheduled }: Omit<BatchWork, 'requests'>): Effect[] {
  const open = [...life.entered, ...life.finished.map((one) => one.open)];
  return [
    ...open.map(({ prediction }): Effect => ({ of: 'prediction', id: prediction.id })),
    ...markets.map(({ name }): Effect => ({ of: 'market', id: name })),
    ...scheduled.map(({ entry }): Effect => ({ of: 'scheduled', id: entry.id })),
  ];
}

/** The effect that is all that the batch does; null: it does more, or nothing. */
export function loneEffectOf(work: BatchWork): Effect | null {
  const effects = effectsOf(work);
  return work.requests.length === 0 && effects.length === 1 ? effects[0]! : null;
}

/** Decides a batch with what its first statement found. Runs without a pause, so that no tick comes between decision and state. */
export function decideBatch(plan: BatchPlan, opening: Opening, context: BatchContext): DecidedBatch {
  const { work } = plan;
  const replies: BatchReply[] = [];
  const fresh: Request[] = [];
  for (const request of work.requests) {
    const reply = storedReply(request, opening) ?? lateReply(request, context.now);
    if (reply === null) fresh.push(request);
    else replies.push({ request, reply });
  }
  const balances = new Map<string, Balance>();
  const cash = cashOf(fresh, balances, { opening, accounts: context.accounts });
  const predictions = decidePredictions(ofKind(fresh, ['predict']), { opening, context, cash });
  replies.push(...predictions.replies);
  const later = decideLater(work, fresh, { opening, context, cash, balances });
  if (later !== null) replies.push(...later.replies);
  const finished = work.life.finished.map((one): Finished => ({
    ...one,
    prediction: finishedPrediction(one.open.prediction, one.finish, context.now),
  }));
  if (finished.length > 0) crashAt('prediction.settled');
  const exchange = context.exchange.decide(plan.exchange, ofKind(fresh, EXCHANGE_KINDS), {
    now: context.now,
    opening,
    cash,
    onFault: context.onFault,
  });
  if (exchange !== null) replies.push(...exchange.replies);
  const placed = [...predictions.placed, ...(later?.placed ?? [])];
  const sold = context.sales.answersOf(finished.map(({ prediction }) => prediction));
  const answers = [...predictions.answers, ...answersLater(later), ...(exchange?.answers ?? []), ...sold];
  const stored = store({ work, placed, entered: work.life.entered, finished, answers, exchange, later }, context);
  if (stored !== null) {
    const source = { opening, accounts: context.accounts };
    moveBalances({ placed, finished }, balances, source);
    const { journals, scheduled } = stored.effects;
    if (exchange !== null) settleBalances(exchange.people, balances, { ...source, journals });
    if (scheduled.length > 0) settleBalances(scheduled, balances, { ...source, journals });
  }
  return { stored, replies, exchange, balances };
}

function decidePredictions(
  requests: readonly Request<Prediction>[],
  at: { readonly opening: Opening; readonly context: BatchContext; readonly cash: Map<string, Usdt> },
): {
  readonly replies: readonly BatchReply[];
  readonly placed: readonly OpenPrediction[];
  readonly answers: readonly StoredAnswer[];
} {
  const replies: BatchReply[] = [];
  const placed: OpenPrediction[] = [];
  const answers: StoredAnswer[] = [];
  const { context } = at;
  const commands = requests.map((request) => commandOf(request));
  decide(context.memory.state, commands, momentOf(at)).forEach((effect, index) => {
    const request = requests[index]!;
    const reply = replyOf(effect, context);
    replies.push({ request, reply });
    if (effect.kind !== 'admitted' || !reply.ok) return;
    placed.push(effect.open);
    const answer = answerOf(request, { status: 201, body: reply.body });
    if (answer !== null) answers.push(answer);
  });
  return { replies, placed, answers };
}

/** Scheduled entries: what is asked of them, and what became of them; null: nothing. */
function decideLater(
  work: BatchWork,
  fresh: readonly Request[],
  at: {
    readonly opening: Opening;
    readonly context: BatchContext;
    readonly cash: Map<string, Usdt>;
    readonly balances: Map<string, Balance>;
  },
): ScheduledDecision | null {
  const requests = ofKind(fresh, ['schedule', 'unschedule']);
  if (requests.length === 0 && work.scheduled.length === 0) return null;
  const { accounts, memory, scheduled, onFault } = at.context;
  for (const { entry } of work.scheduled) {
    const key = cashKey(entry.userId, entry.realm);
    const balance = balanceOf(entry, at.balances, { opening: at.opening, accounts });
    if (balance !== null && !at.cash.has(key)) at.cash.set(key, balance.cash);
  }
  const moment = momentOf(at);
  const context = { scheduled, state: memory.state, moment, accounts, drawId: uuidv7, onFault };
  return decideScheduled(requests, work.scheduled, context);
}

/** An entry's answer is kept with the entry. */
function answersLater(later: ScheduledDecision | null): StoredAnswer[] {
  return (later?.replies ?? []).flatMap(({ request, reply }) => {
    const status = request.command.kind === 'schedule' ? 201 : 200;
    return reply.ok ? (answerOf(request, { status, body: reply.body }) ?? []) : [];
  });
}

/** What is stored under the request's Idempotency-Key; null: it has none. */
export function answerOf(
  request: Request,
  reply: { readonly status: number; readonly body: string },
): StoredAnswer | null {
  if (request.key === null) return null;
  const { userId, route, key } = request.key;
  const { status, body } = reply;
  return { userId, route, key, bodyHash: bodyHashOf(request.command) ?? '', status, body };
}

function store(
  batch: Pick<BatchEffects, 'placed' | 'entered' | 'finished' | 'answers'> & {
    readonly work: BatchWork;
    readonly exchange: ExchangeDecision | null;
    readonly later: ScheduledDecision | null;
  },
  context: BatchContext,
): DecidedBatch['stored'] {
  const { work, placed, entered, finished, answers } = batch;
  const exchange = batch.exchange?.effects ?? null;
  const streams = new Set(work.life.checkpoints);
  for (const open of [...placed, ...entered, ...finished.map((one) => one.open)]) streams.add(open.stream);
  const scheduled = batch.later?.entries ?? [];
  if (streams.size === 0 && exchange === null && scheduled.length === 0 && answers.length === 0) return null;
  for (const stream of batch.exchange?.streams ?? []) streams.add(stream);
  const { memory, epoch, tip, shard, now } = context;
  const facts = factsOf({ placed, entered, finished, exchange, scheduled });
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
    exchange,
    scheduled,
    journals: [
      ...(batch.later?.journals ?? []),
      ...journalsOf(placed, finished, context.accounts),
      ...(exchange?.journals ?? []),
    ],
  };
  return { statement: batchStatement(effects, context), hash, effects };
}

function storedReply(request: Request, opening: Opening): CommandReply | null {
  if (request.key === null || opening.answers.size === 0) return null;
  const answer = opening.answers.get(answerKey(request.key));
  if (answer === undefined) return null;
  if (answer.bodyHash === bodyHashOf(request.command)) return { ok: true, body: answer.body, replayed: true };
  return { ok: false, refusal: { code: 'IdempotencyConflict', reason: 'content' } };
}

/** What is placed says how long it is good; what was decided in time is answered as it was, however late it is repeated. */
function lateReply({ command: { input } }: Request, now: number): CommandReply | null {
  const validUntil = 'validUntil' in input ? (input.validUntil ?? null) : null;
  if (validUntil === null || now <= validUntil) return null;
  return { ok: false, refusal: { code: 'RequestExpired', validUntil } };
}

function replyOf(effect: PlaceEffect, context: BatchContext): CommandReply {
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

function commandOf({ command: { input: place }, counted }: Request<Prediction>): PlaceCommand {
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
    eligibility: place.actor.eligibility ?? null,
    counted,
  };
}

/** Cash of everyone who asks for something; decisions of every kind take out of it. */
function cashOf(
  requests: readonly Request[],
  balances: Map<string, Balance>,
  source: Parameters<typeof balanceOf>[2],
): Map<string, Usdt> {
  const cash = new Map<string, Usdt>();
  for (const { command } of requests) {
    const { userId, realm } = actorOf(command);
    const balance = balanceOf({ userId, realm }, balances, source);
    if (balance !== null) cash.set(cashKey(userId, realm), balance.cash);
  }
  return cash;
}

function momentOf(at: { opening: Opening; context: BatchContext; cash: Map<string, Usdt> }): DecisionContext {
  const { opening, context, cash } = at;
  const views = new Map<string, ReturnType<PairSnapshots['viewOf']>>();
  return {
    now: context.now,
    shard: context.shard,
    batch: context.tip.no + 1,
    market(pairId) {
      let view = views.get(pairId);
      if (view === undefined) {
        view = context.snapshots.viewOf(pairId, (stream) => bookOf(context.memory.state, stream));
        views.set(pairId, view);
      }
      return view;
    },
    cash,
    houseBank: opening.houseBank,
  };
}
