import { followFeed, WARMING_MS, type FeedView } from '#domain/prices/feed-state.ts';
import { GROUP_RULES, sourceNeeds, type FeedKind, type Pair, type PairStatus } from '#domain/prices/pair.ts';
import type { Tick } from '#domain/prices/ticks/tick.ts';
import type { FeedReason, PairFeed } from './contract.ts';
import { figuresAt, type Day } from './bars/bar-book.ts';
import type { FeedFacts, FeedPort, TickDraft } from './source.ts';
import type { TickStream } from './ticks/tick-stream.ts';

type Description = Pick<PairFeed, 'staleAfterMs' | 'maxEntryWaitMs' | 'minDurationSec' | 'sources' | 'replay'>;

/** What a pair tells: each tick after it is in the tail file, and each change of the feed that people or the engine act on. */
export interface RuntimeEvents {
  onTick(runtime: PairRuntime, tick: Tick): void;
  onFeed(runtime: PairRuntime): void;
  /** Facts or description moved: the status may follow. */
  onFacts(runtime: PairRuntime): void;
}

/** One pair in this process: its stream, the status of its feed, and what is told about it. */
export class PairRuntime implements FeedPort {
  readonly pair: Pair;
  readonly kind: FeedKind;
  readonly stream: number;
  readonly ticks: TickStream;
  readonly #events: RuntimeEvents;
  #view: FeedView;
  #facts: FeedFacts = { open: true, alive: 0, reason: 'starting', nextOpen: null, nextClose: null };
  #description: Description;
  #reason: FeedReason | null = 'starting';
  #clockFault = false;
  #changed = false;
  /** The last 24 h up to a few seconds ago. */
  day: Day | null = null;
  /** Time of the last tick that was stored before this process began, ms; null: there was none. */
  readonly storedUntil: number | null;
  /** Last tick before a restart after which people have not seen prices for `WARMING_MS` yet, ms. */
  restartSince: number | null = null;
  /** When predictions were taken again in this process, ms. */
  #takenSince: number | null = null;

  constructor({
    ticks,
    events,
    now,
  }: {
    readonly ticks: TickStream;
    readonly events: RuntimeEvents;
    readonly now: number;
  }) {
    this.ticks = ticks;
    this.pair = ticks.pair;
    this.kind = ticks.kind;
    this.stream = ticks.stream;
    this.storedUntil = ticks.last?.t ?? null;
    this.#events = events;
    const { stoodUntil } = ticks;
    this.#view = { status: 'OFFLINE', since: now, ...(stoodUntil === null ? {} : { stoodUntil }) };
    const rule = GROUP_RULES[this.pair.group];
    this.#description = {
      staleAfterMs: rule.staleAfterMs,
      maxEntryWaitMs: rule.maxEntryWaitMs,
      minDurationSec: 0,
      sources: [],
      replay: null,
    };
  }

  get last(): Tick | null {
    return this.ticks.last;
  }

  get status(): PairStatus {
    return this.#view.status;
  }

  get reason(): FeedReason | null {
    return this.#reason;
  }

  get pendingFlags(): number {
    return this.ticks.pendingFlags;
  }

  append(draft: TickDraft): Tick {
    const tick = this.ticks.append(draft);
    this.#events.onTick(this, tick);
    return tick;
  }

  facts(facts: FeedFacts): void {
    const hoursMoved = facts.nextOpen !== this.#facts.nextOpen || facts.nextClose !== this.#facts.nextClose;
    this.#facts = facts;
    if (hoursMoved) this.#changed = true;
    this.#events.onFacts(this);
  }

  describe(parts: Partial<Description>): void {
    const before = this.#description;
    this.#description = { ...before, ...parts };
    const moved =
      before.staleAfterMs !== this.#description.staleAfterMs ||
      before.maxEntryWaitMs !== this.#description.maxEntryWaitMs ||
      before.minDurationSec !== this.#description.minDurationSec ||
      before.replay !== this.#description.replay;
    if (!moved) return;
    this.#changed = true;
    this.#events.onFacts(this);
  }

  /** Follows the facts; called after each report and each beat, since warming up is a matter of time. */
  follow({ now, clockFault }: { readonly now: number; readonly clockFault: boolean }): void {
    this.#clockFault = clockFault;
    const { full, quorum } = sourceNeeds(this.pair, this.kind);
    const { open, alive, reason } = this.#facts;
    const trusted = alive >= quorum && reason === null && !clockFault;
    const view = followFeed(this.#view, { open, trusted, full: alive >= full }, now);
    const why = this.#why(view);
    this.#followRestart(view, now);
    const changed = view.status !== this.#view.status || why !== this.#reason || this.#changed;
    this.#view = view;
    this.#reason = why;
    this.#changed = false;
    if (changed) this.#events.onFeed(this);
  }

  /** A restart is over for orders that rest when their owners have seen prices for as long as a quorum needs. */
  #followRestart({ status }: FeedView, now: number): void {
    const takes = status === 'ONLINE' || status === 'DEGRADED';
    if (takes) this.#takenSince ??= now;
    if (this.restartSince === null || this.#takenSince === null) return;
    if (takes && now - this.#takenSince < WARMING_MS) return;
    this.restartSince = null;
    this.#changed = true;
  }

  #why(view: FeedView): FeedReason | null {
    if (view.status === 'CLOSED') return 'closed';
    if (view.status === 'WARMING') return 'starting';
    if (view.status !== 'OFFLINE') return null;
    if (this.#clockFault) return 'clock';
    return this.#facts.reason ?? 'quorum';
  }

  feed(): PairFeed {
    return {
      pair: this.pair,
      kind: this.kind,
      stream: this.stream,
      status: this.#view.status,
      reason: this.#reason,
      last: this.ticks.last,
      restartSince: this.restartSince,
      nextOpen: this.#facts.nextOpen,
      nextClose: this.#facts.nextClose,
      ...this.#description,
      ...figuresAt(this.day, this.ticks.last?.price ?? null),
    };
  }
}
