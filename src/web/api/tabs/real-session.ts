import { runAlone } from './tab-lock.ts';

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

/** Who is signed in on this browser, for a page: the person it acts for, nobody, or somebody else than it has shown. */
export type Holder =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'out' }
  | { readonly kind: 'stranger' };

/** Whose token it is: the `sub` of its claims, which the server checks and this does not. null: it names nobody. */
export function holderOf(token: string): string | null {
  const [, claims = ''] = token.split('.');
  try {
    const { sub } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { readonly sub?: unknown };
    return typeof sub === 'string' ? sub : null;
  } catch {
    return null;
  }
}

/**
 * The session of a signed-in person in one tab. The access token is kept in memory only; the cookie that renews it is the browser's.
 * One renewal runs at a time, also among tabs: a rotated cookie used twice would end the whole session.
 *
 * A document acts for one person, the first whose token it took. The cookie may be another's by now, for somebody signed in in another
 * tab: such a token is never kept here, and the page is told that it shows a stranger's state.
 */
export class RealSession {
  private token: string | null = null;
  private person: string | null = null;
  private running: Promise<Holder> | null = null;
  private readonly listeners = new Set<(holder: Holder) => void>();
  private readonly tabs: Tabs;
  private readonly onStranger: () => void;

  /** `onStranger`: this document has to go. */
  constructor(tabs: Tabs, onStranger: () => void) {
    this.tabs = tabs;
    this.onStranger = onStranger;
    tabs.hear((news) => {
      const holder = this.take(news.kind === 'token' ? news.token : null);
      for (const listener of this.listeners) listener(holder);
    });
  }

  read(): string | null {
    return this.token;
  }

  /** Id of the person this document acts for; null until there is one. */
  shown(): string | null {
    return this.person;
  }

  /** Called when another tab renewed the token, signed in or signed out. */
  watch(listener: (holder: Holder) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** A new token; calls at the same time share one. Where it is not this person's, or nobody's, none is kept. */
  renew(refresh: Refresh): Promise<Holder> {
    const stale = this.token;
    this.running ??= this.tabs
      .alone(async () => {
        // Another tab renewed it while this one waited for its turn.
        const token = this.token !== null && this.token !== stale ? this.token : await this.ask(refresh);
        const holder = this.take(token);
        if (holder.kind === 'token') this.person = holderOf(holder.token);
        return holder;
      })
      .finally(() => {
        this.running = null;
      });
    return this.running;
  }

  /**
   * Runs a call that may sign somebody in, and no renewal of any tab beside it: one on its way meanwhile is refused for its old cookie,
   * though somebody is signed in.
   */
  signIn<T>(call: () => Promise<T>): Promise<T> {
    return this.tabs.alone(call);
  }

  /** Somebody signed in on this page: from now on it is that person's. */
  begin(token: string): void {
    this.token = token;
    this.person = holderOf(token);
    this.tabs.tell({ kind: 'token', token });
  }

  /** What was said while the page was not there was not heard: the token may be of a session that is over, or not of this browser's person. */
  forget(): void {
    this.token = null;
  }

  /** Signed out here: in the other tabs too. */
  end(): void {
    this.token = null;
    this.tabs.tell({ kind: 'out' });
  }

  private async ask(refresh: Refresh): Promise<string | null> {
    const token = await refresh();
    this.tabs.tell(token === null ? { kind: 'out' } : { kind: 'token', token });
    return token;
  }

  private take(token: string | null): Holder {
    const isStranger = token !== null && this.person !== null && holderOf(token) !== this.person;
    this.token = isStranger ? null : token;
    if (!isStranger) return token === null ? { kind: 'out' } : { kind: 'token', token };
    this.onStranger();
    return { kind: 'stranger' };
  }
}

const NAME = 'tikvo.session';

/** The browser's own locks and channel; a browser without them has tabs that know nothing of each other. */
function browserTabs(): Tabs {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME);
  return {
    alone: (run) => ('locks' in navigator ? runAlone(navigator.locks, { name: NAME }, run) : run()),
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
  shared ??= new RealSession(browserTabs(), () => location.reload());
  return shared;
}
