import { createContext, useCallback, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import type { Realm } from '#domain/realm.ts';
import type { PairWire, TickMessage } from '#protocol/trading.ts';
import { useApiHost } from '../api/session.tsx';
import { PriceStore } from './price-store.ts';
import { useFollowed } from './use-followed.ts';
import { ReconnectingSocket, socketUrl } from './socket.ts';
import type { Frame, LiveSocket, LiveStatus } from './socket.ts';

interface Live {
  readonly socket: ReconnectingSocket;
  readonly prices: PriceStore;
}

const LiveContext = createContext<Live | null>(null);

function useLive(): Live {
  const live = useContext(LiveContext);
  if (live === null) throw new Error('outside of LiveProvider');
  return live;
}

/** Gives a page the public socket. `pairs` is what the server rendered, so that prices stand before the socket does. */
export function LiveProvider({
  pairs,
  children,
}: {
  readonly pairs: readonly PairWire[];
  readonly children: ReactNode;
}) {
  const host = useApiHost();
  const [live] = useState<Live>(() => {
    const socket = new ReconnectingSocket({ url: socketUrl(host, '/public') });
    const prices = new PriceStore(socket);
    prices.seed(pairs);
    return { socket, prices };
  });
  useEffect(() => {
    live.socket.open();
    return () => live.socket.close();
  }, [live]);
  return <LiveContext.Provider value={live}>{children}</LiveContext.Provider>;
}

/** The store itself, for a chart that draws outside of React. */
export function usePriceStore(): PriceStore {
  return useLive().prices;
}

/** Newest tick of a pair, at most once a frame; null until one came. */
export function useTick(pair: string): TickMessage | null {
  const { prices } = useLive();
  const watch = useCallback((listener: () => void) => prices.watchTick(pair, listener), [prices, pair]);
  return useSyncExternalStore(
    watch,
    () => prices.tick(pair),
    () => null,
  );
}

/** All pairs with state, payouts, hours, durations and limits as a realm sees them. */
export function usePairs(realm: Realm): readonly PairWire[] {
  const { prices } = useLive();
  const watch = useCallback((listener: () => void) => prices.watchPairs(listener, realm), [prices, realm]);
  const read = useCallback(() => prices.all(), [prices]);
  return useFollowed(watch, read, prices.all());
}

type Watched = Pick<LiveSocket, 'status' | 'onStatus'>;

/** Holds the socket of the moment, so that its state can be watched while sockets come and go. */
class SocketSlot implements Watched {
  private socket: ReconnectingSocket | null = null;
  private leave: () => void = () => undefined;
  private readonly watchers = new Set<() => void>();

  put(socket: ReconnectingSocket | null): void {
    this.leave();
    this.socket = socket;
    const tell = () => this.watchers.forEach((watcher) => watcher());
    this.leave = socket?.onStatus(tell) ?? (() => undefined);
    tell();
  }

  status(): LiveStatus {
    return this.socket?.status() ?? 'off';
  }

  onStatus(watcher: () => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }
}

function useSocketStatus(socket: Watched): LiveStatus {
  const watch = useCallback((listener: () => void) => socket.onStatus(listener), [socket]);
  const read = useCallback(() => socket.status(), [socket]);
  return useFollowed<LiveStatus>(watch, read, 'connecting');
}

/** Whether prices arrive. */
export function useLiveStatus(): LiveStatus {
  return useSocketStatus(useLive().socket);
}

/** Milliseconds of the last ping, or null. Asked for only where it is shown: it is another one every few seconds. */
export function useLatency(): number | null {
  const { socket } = useLive();
  const watch = useCallback((listener: () => void) => socket.onStatus(listener), [socket]);
  const read = useCallback(() => socket.latency(), [socket]);
  return useFollowed(watch, read, null);
}

/** A connection (and a session) that is back within 2 s was never away: no banner (docs/rules/screens.md#short-interruptions). The start counts as connected. */
export function useSettledStatus(status: 'here' | 'away'): boolean {
  const [away, setAway] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setAway(status === 'away'), status === 'here' ? 0 : 2_000);
    return () => clearTimeout(timer);
  }, [status]);
  return !away;
}

export interface PrivateFeed {
  readonly token: string | null;
  /** Frames of each channel; the first after each connection is a snapshot. Handlers may change between renders. */
  readonly on: Readonly<Record<string, (frame: Frame) => void>>;
  /** The server ended the session: time for a new token. */
  readonly onRefused: () => void;
}

/** The private socket of a person, as long as there is a token. Answers its state. */
export function usePrivateFeed({ token, on, onRefused }: PrivateFeed): LiveStatus {
  const host = useApiHost();
  const handlers = useRef({ on, onRefused });
  const [slot] = useState(() => new SocketSlot());
  const channels = Object.keys(on).join(' ');
  useEffect(() => {
    handlers.current = { on, onRefused };
  });
  useEffect(() => {
    if (token === null) return;
    const made = new ReconnectingSocket({
      url: socketUrl(host, '/private'),
      token: () => token,
      onRefused: () => handlers.current.onRefused(),
    });
    for (const channel of channels.split(' ')) {
      made.subscribe(channel, (frame) => handlers.current.on[channel]?.(frame));
    }
    made.open();
    slot.put(made);
    return () => {
      slot.put(null);
      made.close();
    };
  }, [token, channels, host, slot]);
  return useSocketStatus(slot);
}

/** Frames of a channel of the public socket; the first after each connection is a snapshot. No channel: none. */
export function usePublicChannel(channel: string | null, onFrame: (frame: Frame) => void): void {
  const { socket } = useLive();
  const latest = useRef(onFrame);
  useEffect(() => {
    latest.current = onFrame;
  });
  useEffect(
    () => (channel === null ? undefined : socket.subscribe(channel, (frame) => latest.current(frame))),
    [socket, channel],
  );
}

/** Calls back when a hidden tab is shown again: time to fetch what was missed. */
export function useReturn(onReturn: () => void): void {
  const latest = useRef(onReturn);
  useEffect(() => {
    latest.current = onReturn;
  });
  useEffect(() => {
    const shown = () => {
      if (document.visibilityState === 'visible') latest.current();
    };
    document.addEventListener('visibilitychange', shown);
    return () => document.removeEventListener('visibilitychange', shown);
  }, []);
}
