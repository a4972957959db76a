import type { TradingEligibility } from '#domain/identity/trading-eligibility.ts';
import type { Journal } from '#domain/ledger/journal.ts';
import type { Usdt } from '#domain/money.ts';
import type { Tick } from '#domain/prices/ticks/tick.ts';
import type { DecisionContext } from '#domain/trading/decide.ts';
import type { OpenPrediction } from '#domain/trading/open-prediction.ts';
import type { Direction } from '#domain/trading/prediction.ts';
import type { ScheduledEntry } from '#domain/trading/scheduled/entry.ts';
import type { TradingState } from '#domain/trading/state.ts';
import { STANDARD_SETTINGS } from '#server/settings/index.ts';
import type { CommandReply, ScheduleEntry } from '#server/trading/contract.ts';
import { decideScheduled } from '#server/trading/scheduled/decide.ts';
import { ScheduledMemory } from '#server/trading/scheduled/memory.ts';
import type { ScheduledTask } from '#server/trading/scheduled/tasks.ts';
import { PAIR, RULE, STREAM } from './feed.ts';
import type { SimFeed } from './feed.ts';
import type { SimDb } from './sim-db.ts';

/** A wish to open a prediction later; `id` was drawn outside. */
export interface LaterCommand {
  readonly id: string;
  readonly userId: string;
  readonly eligibility: TradingEligibility;
  readonly direction: Direction;
  readonly stake: Usdt;
  readonly durationSec: number;
  readonly minPayoutBps: number;
  readonly when: ScheduleEntry['when'];
}

/** A wish that entries do not wait any longer. */
export interface UnlaterCommand {
  readonly userId: string;
  readonly which: { readonly entryId: string } | { readonly all: true };
}

export type LaterAsk =
  | { readonly kind: 'later'; readonly command: LaterCommand }
  | { readonly kind: 'unlater'; readonly command: UnlaterCommand };

export interface LaterDecision {
  readonly replies: readonly CommandReply[];
  readonly entries: readonly ScheduledEntry[];
  readonly placed: readonly OpenPrediction[];
  readonly journals: readonly Journal[];
}

/** Entries that one process triggers or ends in one batch. */
const MOST = 200;

/** Scheduled entries of one process: the product's own room and decisions, with prices and answers of the simulation. */
export class SimScheduled {
  readonly #db: SimDb;
  readonly #scheduled: ScheduledMemory;
  #now = 0;
  #last: Tick | null = null;
  #drawn = 0;

  constructor(parts: {
    readonly db: SimDb;
    readonly feed: SimFeed;
    readonly closesAt: number;
    readonly standing: (userId: string) => Promise<TradingEligibility>;
  }) {
    this.#db = parts.db;
    const feed = () => ({
      stream: STREAM,
      status: parts.feed.isUp(this.#now) ? 'ONLINE' : 'OFFLINE',
      last: this.#last,
      staleAfterMs: RULE.staleAfterMs,
      nextClose: parts.closesAt,
    });
    const bus = {
      publish: () => undefined,
      request: (_name: string, { userId }: { readonly userId: string }) => parts.standing(userId),
    };
    this.#scheduled = new ScheduledMemory({
      bus,
      prices: { pairs: [PAIR], feed },
      settings: STANDARD_SETTINGS,
      shard: 0,
      onReady: () => undefined,
    } as unknown as ConstructorParameters<typeof ScheduledMemory>[0]);
  }

  get busy(): boolean {
    return this.#scheduled.busy;
  }

  async rebuild(): Promise<void> {
    await this.#scheduled.rebuild(this.#db as unknown as Parameters<ScheduledMemory['rebuild']>[0]);
  }

  tick(tick: Tick, now: number): void {
    this.#now = now;
    this.#last = tick;
    this.#scheduled.tick(PAIR, tick, now);
  }

  sweep(now: number): void {
    this.#now = now;
    this.#scheduled.sweep(now);
  }

  take(): readonly ScheduledTask[] {
    return this.#scheduled.take(MOST);
  }

  /** What a batch does of it; replies are those of `asks`, in their order. */
  decide(
    asks: readonly LaterAsk[],
    tasks: readonly ScheduledTask[],
    at: { readonly state: TradingState; readonly moment: DecisionContext; readonly epoch: number },
  ): LaterDecision {
    this.#now = at.moment.now;
    const ids = asks.flatMap(({ kind, command }) => (kind === 'later' ? [command.id] : []));
    const requests = asks.map((ask) => ({
      command: commandOf(ask),
      key: null,
      tries: 0,
      careful: false,
      counted: false,
      waiters: [],
    }));
    const decision = decideScheduled(requests, tasks, {
      scheduled: this.#scheduled,
      state: at.state,
      moment: at.moment,
      accounts: {
        of: (userId) => ({ cash: this.#db.id('user_cash', userId), locked: this.#db.id('user_locked', userId) }),
      },
      // A command that is decided again after a failed commit makes another entry.
      drawId: () => `${ids.shift() ?? `L${at.moment.batch}/${at.epoch}`}.${(this.#drawn += 1)}`,
      onFault: (error) => {
        throw error;
      },
    });
    return { ...decision, replies: decision.replies.map(({ reply }) => reply) };
  }

  committed(entries: readonly ScheduledEntry[]): void {
    this.#scheduled.committed(entries);
  }
}

function commandOf(ask: LaterAsk) {
  const { userId } = ask.command;
  const actor = { userId, sessionId: '', role: 'USER', realm: 'real' } as const;
  if (ask.kind === 'unlater') {
    return { kind: 'unschedule', input: { actor, which: ask.command.which, idempotency: null } } as const;
  }
  const { eligibility, direction, stake, durationSec, minPayoutBps, when } = ask.command;
  return {
    kind: 'schedule',
    input: {
      actor: { ...actor, eligibility },
      pair: PAIR.id,
      direction,
      stake,
      durationSec,
      payoutBps: 0,
      minPayoutBps,
      when,
      idempotency: null,
    },
  } as const;
}
