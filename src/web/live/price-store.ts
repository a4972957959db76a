import type { Realm } from '#domain/realm.ts';
import type { PairWire, TickMessage } from '#protocol/trading.ts';
import type { Frame, LiveSocket } from './socket.ts';

type Listener = () => void;
type TickListener = (tick: TickMessage) => void;

/** How drawing is put off to the next frame; tests pass their own. */
export type Schedule = (draw: () => void) => void;

const onNextFrame: Schedule = (draw) => requestAnimationFrame(draw);

/**
 * Newest price per pair and newest state per pair, kept outside of React. Frames of the socket only write into maps;
 * once a frame those pairs that changed tell their listeners. A hidden tab gets no frames, so it draws nothing.
 */
export class PriceStore {
  private readonly socket: LiveSocket;
  private readonly schedule: Schedule;
  private readonly ticks = new Map<string, TickMessage>();
  private readonly pairs = new Map<string, PairWire>();
  private pairList: readonly PairWire[] = [];
  private readonly tickListeners = new Map<string, Set<Listener>>();
  private readonly pairListeners = new Set<Listener>();
  private readonly changed = new Set<string>();
  private pairsChanged = false;
  private drawing = false;

  constructor(socket: LiveSocket, schedule: Schedule = onNextFrame) {
    this.socket = socket;
    this.schedule = schedule;
  }

  /** Puts in what the page was rendered with. */
  seed(pairs: readonly PairWire[]): void {
    for (const pair of pairs) this.pairs.set(pair.id, pair);
    this.pairList = [...this.pairs.values()];
  }

  tick(pair: string): TickMessage | null {
    return this.ticks.get(pair) ?? null;
  }

  pair(id: string): PairWire | null {
    return this.pairs.get(id) ?? null;
  }

  all(): readonly PairWire[] {
    return this.pairList;
  }

  /** Tells after each frame in which the pair's price changed. */
  watchTick(pair: string, listener: Listener): () => void {
    const listeners = this.tickListeners.get(pair) ?? new Set();
    listeners.add(listener);
    this.tickListeners.set(pair, listeners);
    const leave = this.socket.subscribe(`ticks:${pair}`, (frame) => this.tookTick(pair, frame));
    return () => {
      listeners.delete(listener);
      leave();
    };
  }

  /** Every tick of a pair as it comes, for a chart that draws itself. */
  streamTicks(pair: string, listener: TickListener): () => void {
    return this.socket.subscribe(`ticks:${pair}`, (frame) => listener(frame.data as TickMessage));
  }

  /** Tells after each frame in which a state, payout or hour of any pair changed. Realms differ in durations and limits. */
  watchPairs(listener: Listener, realm: Realm): () => void {
    this.pairListeners.add(listener);
    const leave = this.socket.subscribe(realm === 'demo' ? 'pairs:demo' : 'pairs', (frame) => {
      this.seed(frame.data as PairWire[]);
      this.pairsChanged = true;
      this.draw();
    });
    return () => {
      this.pairListeners.delete(listener);
      leave();
    };
  }

  private tookTick(pair: string, frame: Frame): void {
    const tick = frame.data as TickMessage;
    const known = this.ticks.get(pair);
    if (known !== undefined && known.seq >= tick.seq && frame.snapshot !== true) return;
    this.ticks.set(pair, tick);
    this.changed.add(pair);
    this.draw();
  }

  private draw(): void {
    if (this.drawing) return;
    this.drawing = true;
    this.schedule(() => {
      this.drawing = false;
      const pairs = [...this.changed];
      this.changed.clear();
      for (const pair of pairs) for (const listener of this.tickListeners.get(pair) ?? []) listener();
      if (!this.pairsChanged) return;
      this.pairsChanged = false;
      for (const listener of this.pairListeners) listener();
    });
  }
}
