/** What tabs of one origin tell each other. */
export type TabNews = { readonly kind: 'token'; readonly token: string } | { readonly kind: 'out' };

export interface Tabs {
  /** Runs alone among the tabs of this origin. */
  readonly alone: <T>(run: () => Promise<T>) => Promise<T>;
  readonly tell: (news: TabNews) => void;
  readonly hear: (listener: (news: TabNews) => void) => () => void;
}

/** Asks the server for a token: null when the cookie opens nothing any more. Rejects when nobody answered. */
export type Refresh = () => Promise<string | null>;

/**
 * The session of a signed-in person in one tab. The access token is kept in memory only; the cookie that renews it is the browser's.
 * One renewal runs at a time, also among tabs: a rotated cookie used twice would end the whole session.
 */
export class RealSession {
  private token: string | null = null;
  private running: Promise<string | null> | null = null;
  private readonly listeners = new Set<(token: string | null) => void>();
  private readonly tabs: Tabs;

  constructor(tabs: Tabs) {
    this.tabs = tabs;
    tabs.hear((news) => this.put(news.kind === 'token' ? news.token : null));
  }

  read(): string | null {
    return this.token;
  }

  /** Called when another tab renewed the token or signed out. */
  watch(listener: (token: string | null) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** A new token; calls at the same time share one. null: nobody is signed in any more, and the token is forgotten. */
  renew(refresh: Refresh): Promise<string | null> {
    const stale = this.token;
    this.running ??= this.tabs
      .alone(async () => {
        // Another tab renewed it while this one waited for its turn.
        if (this.token !== null && this.token !== stale) return this.token;
        const token = await refresh();
        this.token = token;
        this.tabs.tell(token === null ? { kind: 'out' } : { kind: 'token', token });
        return token;
      })
      .finally(() => {
        this.running = null;
      });
    return this.running;
  }

  /** Somebody signed in on this page. */
  begin(token: string): void {
    this.token = token;
    this.tabs.tell({ kind: 'token', token });
  }

  /** Signed out here: in the other tabs too. */
  end(): void {
    this.token = null;
    this.tabs.tell({ kind: 'out' });
  }

  private put(token: string | null): void {
    this.token = token;
    for (const listener of this.listeners) listener(token);
  }
}

const NAME = 'tikvo.session';

/** The browser's own locks and channel; a browser without them has tabs that know nothing of each other. */
function browserTabs(): Tabs {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME);
  return {
    alone: (run) => ('locks' in navigator ? navigator.locks.request(NAME, run) : run()),
    tell: (news) => channel?.postMessage(news),
    hear: (listener) => {
      const heard = (event: MessageEvent<TabNews>) => listener(event.data);
      channel?.addEventListener('message', heard);
      return () => channel?.removeEventListener('message', heard);
    },
  };
}

let shared: RealSession | null = null;

/** The session of this tab; only in a browser. */
export function realSession(): RealSession {
  shared ??= new RealSession(browserTabs());
  return shared;
}
