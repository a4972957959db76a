import { usdt } from '#domain/money.ts';
import type { Usdt } from '#domain/money.ts';
import type { Tick } from '#domain/prices/ticks/tick.ts';
import type { TradingEligibility } from '#domain/identity/trading-eligibility.ts';
import { cashKey, decide } from '#domain/trading/decide.ts';
import type { DecisionContext, PlaceCommand } from '#domain/trading/decide.ts';
import { openStake, realise, rememberLosses } from '#domain/trading/losses.ts';
import { finished as finishedPrediction } from '#domain/trading/open-prediction.ts';
import { HOUSE } from '#domain/trading/orders/contract.ts';
import type { OrderCommand, OrderEffect, OrderMoment, Quote, Realised } from '#domain/trading/orders/contract.ts';
import { decideOrders } from '#domain/trading/orders/decide.ts';
import { createExchange, restoreMarket, restoreOrder, restorePosition } from '#domain/trading/orders/state.ts';
import type { ExchangeState } from '#domain/trading/orders/state.ts';
import type { Prediction } from '#domain/trading/prediction.ts';
import type { ScheduledTask } from '#server/trading/scheduled/tasks.ts';
import { saleGate } from '#domain/trading/sale/gates.ts';
import { saleSigma } from '#domain/trading/sale/value.ts';
import { bookOf } from '#domain/trading/state.ts';
import type { Round } from '#domain/trading/rounds/windows.ts';
import { EngineMemory } from '#server/trading/batch/memory.ts';
import type { LifeWork } from '#server/trading/batch/memory.ts';
import { RULE, STREAM } from './feed.ts';
import type { SimFeed } from './feed.ts';
import { endJournal, placedJournal } from './journals.ts';
import { mustBe } from './sim-db.ts';
import type { SimBatch, SimDb } from './sim-db.ts';
import { SimRounds } from './rounds.ts';
import { SimScheduled } from './scheduled.ts';
import type { LaterAsk, LaterDecision } from './scheduled.ts';

/** What a person asks for; `id` was drawn outside. */
export type Ask =
  | { readonly kind: 'predict'; readonly command: PlaceCommand }
  | { readonly kind: 'order'; readonly command: OrderCommand }
  | LaterAsk;

export interface Request {
  readonly key: string;
  readonly ask: Ask;
  tries: number;
}

export interface Reply {
  readonly ok: boolean;
  /** Id of what was made, or the refusal's code. */
  readonly text: string;
}

/** What a batch means to a reader who knows nothing of the engine: applied to the model once it is stored. */
export type ModelStep =
  /** Cash is locked; a negative amount comes back. */
  | { readonly kind: 'stake'; readonly userId: string; readonly amount: bigint }
  | { readonly kind: 'end'; readonly prediction: Prediction }
  | {
      readonly kind: 'order';
      readonly command: OrderCommand;
      readonly effect: OrderEffect;
      readonly quotes: readonly Quote[];
      readonly now: number;
    };

export interface Decided {
  readonly batch: SimBatch | null;
  readonly steps: readonly ModelStep[];
  readonly replies: readonly { readonly request: Request; readonly reply: Reply }[];
  readonly requests: readonly Request[];
}

const MOST_TRIES = 3;
const LIFE = 200;
const UNFINISHED = { ok: false, text: 'UnexpectedError' } as const;

/** One process that owns the shard: production memory and decisions, with the database and the clock of the simulation. */
export class SimEngine {
  readonly epoch: number;
  readonly #db: SimDb;
  readonly #feed: SimFeed;
  readonly #answer: (request: Request, reply: Reply) => void;
  readonly #memory = new EngineMemory(0);
  readonly #rounds: SimRounds;
  readonly #scheduled: SimScheduled;
  readonly #dips: boolean;
  #exchange: ExchangeState;
  #queue: Request[] = [];
  #lastAdmission = 0;
  #tasks: OrderCommand[] = [];
  inFlight: Decided | null = null;

  constructor(parts: {
    readonly db: SimDb;
    readonly feed: SimFeed;
    readonly rounds: ReadonlyMap<string, Round>;
    readonly quotes: boolean;
    /** Do people schedule entries? */
    readonly later: { readonly on: boolean; readonly closesAt: number };
    readonly standing: (userId: string) => Promise<TradingEligibility>;
    readonly answer: (request: Request, reply: Reply) => void;
  }) {
    this.#db = parts.db;
    this.#feed = parts.feed;
    this.#answer = parts.answer;
    this.epoch = parts.db.epoch;
    this.#rounds = new SimRounds({ rounds: parts.rounds, quotes: parts.quotes, isUp: (now) => parts.feed.isUp(now) });
    this.#scheduled = new SimScheduled({ ...parts, closesAt: parts.later.closesAt });
    this.#dips = parts.later.on;
    this.#exchange = createExchange(this.#memory.state);
  }

  /** Reads everything back: as after a start, then the ticks since the stored mark. */
  async start(now: number): Promise<void> {
    await this.rebuild();
    const applied = this.#db.marks.get(STREAM)?.applied ?? 0;
    for (const tick of this.#feed.tape) {
      this.#rounds.tick(tick);
      if (tick.seq < applied) continue;
      this.#memory.tick(tick);
      this.#scheduled.tick(tick, now);
    }
  }

  async rebuild(): Promise<void> {
    await this.#memory.rebuild(this.#db as unknown as Parameters<EngineMemory['rebuild']>[0]);
    const { losses } = this.#memory.state;
    const state = createExchange(this.#memory.state);
    for (const market of this.#db.markets.values()) if (market.result === null) restoreMarket(state, market);
    for (const position of this.#db.positions.values()) {
      if (!state.markets.has(position.marketId)) continue;
      restorePosition(state, position);
      if (position.userId !== HOUSE) openStake(losses, position.userId, position.cost);
    }
    for (const order of this.#db.orders.values()) {
      if (order.endedAt !== null) continue;
      restoreOrder(state, order);
      openStake(losses, order.userId, order.held);
    }
    this.#exchange = state;
    this.#tasks = [];
    await this.#scheduled.rebuild();
  }

  get exposure() {
    return this.#memory.state.exposure;
  }

  get openStakes(): ReadonlyMap<string, bigint> {
    return this.#memory.state.losses.open;
  }

  get hasWork(): boolean {
    return this.#queue.length > 0 || this.#memory.busy || this.#tasks.length > 0 || this.#scheduled.busy;
  }

  tick(tick: Tick, now: number): void {
    this.#memory.tick(tick);
    this.#rounds.tick(tick);
    this.#scheduled.tick(tick, now);
  }

  look(now: number): void {
    this.#memory.clock(now);
    this.#rounds.sweep(now);
    this.#scheduled.sweep(now);
    this.#tasks = this.#rounds.tasks(this.#exchange, this.#db, now);
  }

  enter(request: Request): void {
    const flying = this.inFlight?.requests ?? [];
    if (![...this.#queue, ...flying].some(({ key }) => key === request.key)) this.#queue.push(request);
  }

  /** Asks to sell an open prediction now. Nothing is stored of it before it is made. */
  sell(predictionId: string, minCredit: Usdt, now: number): boolean {
    const book = bookOf(this.#memory.state, STREAM);
    const open = book.running(predictionId);
    if (open === null) return false;
    const last = book.last;
    const fresh = last !== null && this.#feed.isUp(now) && now - last.tSource <= RULE.staleAfterMs;
    if (saleGate(open.prediction, { now, fresh }) !== null) return false;
    return book.sell({ predictionId, at: now, minCredit, validUntil: null, sigma: saleSigma(5e-5) });
  }

  /** Decides the next batch; `stored` keys are answered as they were. */
  decide(now: number): Decided {
    this.#lastAdmission = Math.max(this.#lastAdmission, now);
    const at = this.#lastAdmission;
    const requests = this.#queue;
    this.#queue = [];
    const tasks = this.#tasks;
    this.#tasks = [];
    const replies: Decided['replies'][number][] = [];
    const fresh: Request[] = [];
    for (const request of requests) {
      const ref = this.#db.answers.get(request.key);
      if (ref === undefined) fresh.push(request);
      else replies.push({ request, reply: { ok: true, text: ref } });
    }
    const life = this.#memory.take(LIFE);
    const due = this.#scheduled.take();
    this.inFlight = { ...this.#decideWith({ fresh, tasks, life, due, at }, replies), requests };
    return this.inFlight;
  }

  /** The batch stands. */
  committed(decided: Decided): void {
    this.inFlight = null;
    const { batch } = decided;
    if (batch !== null) {
      const { marks, entered, finished, scheduled } = batch;
      // The production memory looks at no more of it than this.
      this.#memory.committed({
        marks,
        entered: entered.map(({ open }) => open),
        finished: finished as unknown as Parameters<EngineMemory['committed']>[0]['finished'],
      });
      this.#scheduled.committed(scheduled);
      const { losses } = this.#memory.state;
      for (const { userId, cost, credit, at } of batch.realised) {
        if (userId !== HOUSE) realise(losses, { userId, stake: cost, credit, at });
      }
    }
    for (const { request, reply } of decided.replies) this.#answer(request, reply);
  }

  /** The batch is certainly not stored. */
  async failed(decided: Decided): Promise<void> {
    this.inFlight = null;
    const again: Request[] = [];
    for (const request of decided.requests) {
      request.tries += 1;
      if (request.tries < MOST_TRIES) again.push(request);
      else this.#answer(request, UNFINISHED);
    }
    this.#queue = [...again, ...this.#queue];
    await this.rebuild();
  }

  #decideWith(
    work: {
      readonly fresh: readonly Request[];
      readonly tasks: readonly OrderCommand[];
      readonly life: LifeWork;
      readonly due: readonly ScheduledTask[];
      readonly at: number;
    },
    replies: Decided['replies'][number][],
  ): Omit<Decided, 'requests'> {
    const { fresh, tasks, life, due, at } = work;
    const { state } = this.#memory;
    this.#learnLosses(fresh, due);
    const cash = this.#cash();
    const steps: ModelStep[] = [];
    const answers: { key: string; ref: string }[] = [];
    const predicts = fresh.flatMap(({ ask }) => (ask.kind === 'predict' ? [ask.command] : []));
    const asking = fresh.filter(({ ask }) => ask.kind === 'predict');
    const houseBank = usdt(this.#db.balance('house_bank', ''));
    const view = this.#feed.view(at, { last: bookOf(state, STREAM).last, dips: this.#dips });
    const no = this.#db.tip.no + 1;
    const moment: DecisionContext = { now: at, shard: 0, batch: no, market: () => view, cash, houseBank };
    const effects = decide(state, predicts, moment);
    const admitted = effects.flatMap((effect) => (effect.kind === 'admitted' ? [{ ...effect.open }] : []));
    effects.forEach((effect, no) => {
      const request = asking[no]!;
      if (effect.kind === 'failed') throw effect.error;
      if (effect.kind === 'refused') {
        replies.push({ request, reply: { ok: false, text: effect.refusal.code } });
        return;
      }
      const { id, userId, stake } = effect.open.prediction;
      steps.push({ kind: 'stake', userId, amount: stake });
      answers.push({ key: request.key, ref: id });
      replies.push({ request, reply: { ok: true, text: id } });
    });
    const later = this.#later({ fresh, due }, moment, { steps, replies, answers });
    const placed = [...admitted, ...later.placed.map((open) => ({ ...open }))];
    const finished = life.finished.map(({ open, finish }) => ({
      finish,
      prediction: finishedPrediction(open.prediction, finish, at),
    }));
    const exchange = this.#exchangeWork({ fresh, tasks }, { moment: this.#rounds.moment(this.#db, cash, at), steps });
    for (const { request, effect } of exchange.asked) {
      if (effect.kind === 'done') {
        const { command } = request.ask;
        const ref = 'id' in command ? command.id : 'done';
        answers.push({ key: request.key, ref });
        replies.push({ request, reply: { ok: true, text: ref } });
      } else if (effect.kind === 'refused') {
        replies.push({ request, reply: { ok: false, text: effect.refusal.code } });
      }
    }
    for (const { prediction } of finished) steps.push({ kind: 'end', prediction });
    const { changes } = exchange;
    const journals = [
      ...later.journals,
      ...placed.map(({ prediction }) => placedJournal(this.#db, prediction)),
      ...finished.map(({ prediction }) => endJournal(this.#db, prediction)),
      ...changes.flatMap((one) => one.journals),
    ];
    const nothing =
      journals.length + later.entries.length + changes.length === 0 &&
      life.entered.length + life.checkpoints.length === 0;
    if (nothing) return { batch: null, steps, replies };
    const streams = placed.length + finished.length + life.entered.length + life.checkpoints.length > 0 ? [STREAM] : [];
    const batch: SimBatch = {
      no,
      epoch: this.epoch,
      hash: `${no}/${this.epoch}/${at}/${journals.length}/${this.#db.tip.hash}`.slice(0, 80),
      placed,
      entered: life.entered.map((open) => ({ open, prediction: open.prediction })),
      finished,
      scheduled: later.entries,
      markets: changes.flatMap((one) => one.markets),
      orders: changes.flatMap((one) => one.orders),
      fills: changes.flatMap((one) => one.fills),
      positions: changes.flatMap((one) => one.positions),
      realised: changes.flatMap((one) => one.realised.map((each): Realised & { at: number } => ({ ...each, at }))),
      journals,
      answers,
      marks: this.#memory.marksOf(streams, life),
    };
    return { batch, steps, replies };
  }

  #exchangeWork(
    work: { readonly fresh: readonly Request[]; readonly tasks: readonly OrderCommand[] },
    at: { readonly moment: OrderMoment; readonly steps: ModelStep[] },
  ) {
    const changes: Extract<OrderEffect, { kind: 'done' }>['changes'][] = [];
    const asked: { request: Request; effect: OrderEffect }[] = [];
    const run = (command: OrderCommand): OrderEffect => {
      this.#rounds.quoted = [];
      const [effect] = decideOrders(this.#exchange, [command], at.moment);
      mustBe(effect !== undefined, 'a command without an effect');
      if (effect.kind === 'failed') throw effect.error;
      if (effect.kind === 'done') changes.push(effect.changes);
      at.steps.push({ kind: 'order', command, effect, quotes: this.#rounds.quoted, now: at.moment.now });
      return effect;
    };
    for (const command of work.tasks) run(command);
    for (const request of work.fresh) {
      if (request.ask.kind === 'order') asked.push({ request, effect: run(request.ask.command) });
    }
    return { changes: changes.filter((one) => Object.values(one).some((list) => list.length > 0)), asked };
  }

  /** Scheduled entries: what is asked of them, and those whose moment has come. */
  #later(
    work: { readonly fresh: readonly Request[]; readonly due: readonly ScheduledTask[] },
    moment: DecisionContext,
    said: {
      readonly steps: ModelStep[];
      readonly replies: Decided['replies'][number][];
      readonly answers: { key: string; ref: string }[];
    },
  ): LaterDecision {
    const asking = work.fresh.flatMap((request) => {
      const { ask } = request;
      return ask.kind === 'later' || ask.kind === 'unlater' ? [{ request, ask }] : [];
    });
    const at = { state: this.#memory.state, moment, epoch: this.epoch };
    const decision = this.#scheduled.decide(
      asking.map(({ ask }) => ask),
      work.due,
      at,
    );
    decision.replies.forEach((reply, index) => {
      const { request } = asking[index]!;
      const { id: done = 'done' } = reply.ok ? (JSON.parse(reply.body) as { id?: string }) : {};
      if (reply.ok) said.answers.push({ key: request.key, ref: done });
      said.replies.push({ request, reply: { ok: reply.ok, text: reply.ok ? done : reply.refusal.code } });
    });
    for (const { id, userId, stake: amount, endedAt } of decision.entries) {
      const waits = this.#db.scheduled.has(id);
      // One that ended in the batch in which it began moved nothing in the end.
      if (endedAt === null) said.steps.push({ kind: 'stake', userId, amount });
      else if (waits) said.steps.push({ kind: 'stake', userId, amount: 0n - amount });
    }
    for (const { prediction } of decision.placed) {
      said.steps.push({ kind: 'stake', userId: prediction.userId, amount: prediction.stake });
    }
    return decision;
  }

  #learnLosses(requests: readonly Request[], due: readonly ScheduledTask[]): void {
    const { losses } = this.#memory.state;
    const asking = requests.flatMap(({ ask }) => ('eligibility' in ask.command ? ask.command.userId : []));
    for (const userId of [...asking, ...due.map(({ entry }) => entry.userId)]) {
      if (losses.people.has(userId)) continue;
      rememberLosses(losses, userId, this.#db.lossesOf(userId));
    }
  }

  #cash(): Map<string, Usdt> {
    const cash = new Map([[cashKey(HOUSE, 'real'), usdt(this.#db.balance('house_maker', HOUSE))]]);
    for (const userId of PEOPLE) cash.set(cashKey(userId, 'real'), usdt(this.#db.balance('user_cash', userId)));
    return cash;
  }
}

export const PEOPLE = ['ann', 'ben', 'cleo', 'dan', 'eve'] as const;
