import { createContext, startTransition, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { Role } from '#domain/identity/actor.ts';
import { LOCALE_FACTS } from '../i18n/locales.ts';
import { hostOf, signInAddress } from '../redirects.ts';
import { useShell } from '../shell-context.ts';
import { link, needsPerson, pageOf, pathOf } from '../site.ts';
import { ApiError } from './api-error.ts';
import { createClient } from './client.ts';
import type { Client } from './client.ts';
import { startDemoSession } from './demo-session.ts';
import { isKnown, tellKnown } from './known.ts';
import { NOBODY, withPerson } from './people.ts';
import type { People, Person } from './people.ts';
import { usePageView } from './page-view.ts';
import { holderOf, realSession } from './tabs/real-session.ts';
import { letPagesDraw, seenAsToken, stopSeeing } from './tabs/seen-as.ts';
import { STORED, writeStored } from './stored.ts';

export type SessionState =
  | { readonly status: 'starting' }
  | { readonly status: 'ready'; readonly user: Person; readonly token: string }
  /** Nobody: the visitor may look, not place. */
  | { readonly status: 'visitor' }
  | { readonly status: 'failed'; readonly error: ApiError };

export interface Session {
  readonly state: SessionState;
  readonly realm: 'real' | 'demo';
  readonly client: Client;
  /** The demo person of this page, or the one the signed-in person came from. */
  readonly demoUser: Person | null;
  /** Tries again after a failure, and after the server ended the session. */
  readonly retry: () => void;
  /** Ends this session here and in every tab, and leads to the start page. */
  readonly logout: () => Promise<void>;
  /**
   * Does what ends the session on the server, and leads to the address on the main site that it answers. Where it is refused the session
   * goes on, and the promise rejects with the refusal.
   */
  readonly leaveBy: (act: () => Promise<string>) => Promise<void>;
}

const SessionContext = createContext<Session | null>(null);

/** Who the page acts for, and the client that acts. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('outside of SessionProvider');
  return session;
}

/** The client of whoever the page acts for, or the one that a page of visitors brings. */
export function useClient(own?: Client): Client {
  const session = useContext(SessionContext);
  const client = own ?? session?.client;
  if (client === undefined) throw new Error('outside of SessionProvider');
  return client;
}

/** Is it known for whom the page acts? Not on a page of visitors. */
export function useIsReady(): boolean {
  return useContext(SessionContext)?.state.status === 'ready';
}

/** The role of whoever the page acts for; null until that is known, and for a visitor. */
export function useRole(): Role | null {
  const { state } = useSession();
  return state.status === 'ready' ? state.user.role : null;
}

/** Origin of the API for fetch: empty where it is the page's own. The session's cookie belongs to the API's origin alone. */
export function useApiHost(): string {
  const { config, page } = useShell();
  const own = page === null ? config.origins.main : config.origins[pageOf(page).site];
  return config.apiHost === own ? '' : config.apiHost;
}

const STARTING: SessionState = { status: 'starting' };
const VISITOR: SessionState = { status: 'visitor' };
const RETRY_MS = [1_000, 2_000, 4_000, 8_000] as const;

/** The token calls carry; not state, for a call right after a renewal must see the new one. */
class TokenSlot {
  private token: string | null = null;
  private person: string | null = null;

  read(): string | null {
    return this.token;
  }

  /** Id of the person the page shows, or showed last; null: it has shown nobody. */
  shown(): string | null {
    return this.person;
  }

  show(person: string): void {
    this.person = person;
  }

  /** A token of anybody but the person shown is not taken. */
  put(token: string | null): void {
    this.token = token !== null && this.person !== null && holderOf(token) !== this.person ? null : token;
  }
}

/** Does staff see the product as somebody in this tab? */
function isSeenAs(state: SessionState): boolean {
  return state.status === 'ready' && seenAsToken() === state.token;
}

/** What a realm needs of the page: begins or renews its session. null: nobody is signed in, or not the person shown. Rejects with ApiError. */
type Renew = () => Promise<string | null>;

interface Held {
  readonly people: People;
  readonly state: SessionState;
}

function useHeld() {
  const [held, setHeld] = useState<Held>({ people: NOBODY, state: STARTING });
  const [slot] = useState(() => new TokenSlot());
  const enter = useCallback(
    (person: Person, token: string) => {
      slot.show(person.id);
      slot.put(token);
      // All of the page hangs on it: drawn in slices.
      startTransition(() =>
        setHeld(({ people }) => ({
          people: withPerson(people, person),
          state: { status: 'ready', user: person, token },
        })),
      );
    },
    [slot],
  );
  const leave = useCallback(() => {
    slot.put(null);
    setHeld({ people: withPerson(NOBODY, null), state: VISITOR });
  }, [slot]);
  /** Somebody else is signed in here by now, and the page is about to begin anew: nothing of it may be used until then. */
  const blank = useCallback(() => {
    slot.put(null);
    setHeld({ people: NOBODY, state: STARTING });
  }, [slot]);
  const fail = useCallback(
    (error: ApiError) => setHeld(({ people }) => ({ people, state: { status: 'failed', error } })),
    [],
  );
  return { held, slot, enter, leave, blank, fail };
}

type Holder = ReturnType<typeof useHeld>;

function useDemoRenewal({ slot, enter, blank }: Holder): Renew {
  const { locale } = useShell();
  const host = useApiHost();
  const language = LOCALE_FACTS[locale].lang;
  return useCallback(async () => {
    const answer = await startDemoSession({ host, language });
    const shown = slot.shown();
    if (shown !== null && shown !== answer.user.id) {
      blank();
      location.reload();
      return null;
    }
    enter(answer.user, answer.accessToken);
    return answer.accessToken;
  }, [host, language, slot, enter, blank]);
}

/** Nobody is signed in: the word for the other pages goes, and a page that needs a person leads to sign-in, with the way back. */
function useSignedOut({ leave }: Holder, leaving: { readonly current: boolean }): () => void {
  const { config, locale, page } = useShell();
  return useCallback(() => {
    leave();
    tellKnown(config, 'out');
    const row = page === null ? null : pageOf(page);
    // Who signs out here is on the way to the start page; the end of their socket is no reason to lead them elsewhere.
    if (leaving.current) return;
    if (row === null || !needsPerson(row)) return;
    const redirect = `${location.pathname}${location.search}`;
    location.replace(signInAddress(config, locale, { tab: 'login', redirect, host: hostOf(row.site) }));
  }, [config, locale, page, leave, leaving]);
}

function useRealRenewal({ slot, enter, blank }: Holder, signedOut: () => void): Renew {
  const { config, locale } = useShell();
  const host = useApiHost();
  const language = LOCALE_FACTS[locale].lang;
  return useCallback(async () => {
    const plain = { host, language, renew: () => Promise.resolve(null) };
    const seen = seenAsToken();
    if (seen !== null) {
      // Never renewed: once it is over the tab is like any other.
      const person = await createClient({ ...plain, token: () => seen })
        .call('user.profile')
        .catch((error: unknown) => {
          if (!(error instanceof ApiError) || error.status !== 401) throw error;
          stopSeeing();
          location.reload();
          return null;
        });
      if (person === null) return null;
      letPagesDraw();
      enter(person, seen);
      return seen;
    }
    const cookieOnly = createClient({ ...plain, token: () => null });
    const holder = await realSession().renew(() =>
      cookieOnly.call('auth.refresh').then(
        (answer) => answer.accessToken,
        (error: unknown) => {
          if (error instanceof ApiError && error.status === 401) return null;
          throw error;
        },
      ),
    );
    if (holder.kind !== 'token') {
      if (holder.kind === 'out') signedOut();
      else blank();
      return null;
    }
    const { token } = holder;
    slot.put(token);
    const person = await createClient({ ...plain, token: () => token }).call('user.profile');
    tellKnown(config, 'in');
    writeStored(STORED.showVerification, person.verifications.email ? null : '1');
    enter(person, token);
    return token;
  }, [config, host, language, slot, enter, blank, signedOut]);
}

/** Begins the session of the page, again after failures, until the page is left. */
function useStart(start: Renew | null, fail: Holder['fail'], attempt: number): void {
  useEffect(() => {
    if (start === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    const begin = (round: number) => {
      start().catch((error: unknown) => {
        if (gone || !(error instanceof ApiError)) return;
        fail(error);
        const wait = error.retryAfterMs ?? RETRY_MS[Math.min(round, RETRY_MS.length - 1)];
        timer = setTimeout(() => begin(round + 1), wait);
      });
    };
    begin(0);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [start, fail, attempt]);
}

/**
 * A page that shows a person's figures is not seen until it is known that this browser is still theirs: whoever sits there now may be another,
 * or nobody. Where no answer comes it begins anew, as any page does without one.
 */
async function covered({ renew, needed }: Renewing): Promise<void> {
  const { style } = document.documentElement;
  style.visibility = 'hidden';
  try {
    // Nobody, or somebody else: the page is about to go, but for those that are anybody's.
    if ((await renew()) !== null || !needed) style.visibility = '';
  } catch {
    location.reload();
  }
}

interface Renewing {
  readonly signedOut: () => void;
  /** Begins or renews the session of the page. */
  readonly renew: Renew;
  /** Does the page lead away whoever is not signed in? */
  readonly needed: boolean;
}

/** Hears of sign-ins, renewals and sign-outs in other tabs, and asks who is signed in when the browser shows the page again as it was left. */
function useOtherTabs(demo: boolean, { held, slot, blank }: Holder, on: Renewing): void {
  const { status } = held.state;
  const latest = useRef({ ...on, status });
  useEffect(() => {
    latest.current = { ...on, status };
  });
  useEffect(() => {
    if (demo || seenAsToken() !== null) return undefined;
    const renew = () => latest.current.renew().catch(() => undefined);
    const back = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      realSession().forget();
      slot.put(null);
      if (latest.current.status === 'ready') void covered(latest.current);
      else void renew();
    };
    addEventListener('pageshow', back);
    const leave = realSession().watch((holder) => {
      if (holder.kind === 'stranger') blank();
      else if (holder.kind === 'out') latest.current.signedOut();
      // What shows nobody yet is to show whoever signed in.
      else if (latest.current.status === 'visitor') void renew();
      else slot.put(holder.token);
    });
    return () => {
      removeEventListener('pageshow', back);
      leave();
    };
  }, [demo, slot, blank]);
}

/**
 * Wraps an app page. A page whose row says `demo` gets a demo session by itself. Elsewhere the session of the signed-in person is
 * renewed from the cookie: always where the page needs a person, otherwise where somebody signed in on this browser before.
 */
export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const { config, locale, page } = useShell();
  const host = useApiHost();
  const language = LOCALE_FACTS[locale].lang;
  const row = page === null ? null : pageOf(page);
  const demo = row?.demo === true;
  const needed = row !== null && needsPerson(row);
  const holder = useHeld();
  const { held, slot, leave, fail } = holder;
  const [attempt, setAttempt] = useState(0);
  const leaving = useRef(false);
  const signedOut = useSignedOut(holder, leaving);
  const renewDemo = useDemoRenewal(holder);
  const renewReal = useRealRenewal(holder, signedOut);
  const renew = demo ? renewDemo : renewReal;
  const start = useCallback(async () => {
    if (demo || needed || isKnown(document.cookie) || seenAsToken() !== null) return renew();
    leave();
    return null;
  }, [demo, needed, renew, leave]);
  useStart(start, fail, attempt);
  useOtherTabs(demo, holder, { signedOut, renew: renewReal, needed });

  const client = useMemo(
    () => createClient({ host, language, token: () => slot.read(), shown: () => slot.shown(), renew }),
    [host, language, renew, slot],
  );
  usePageView(
    client,
    page !== 'office' && !isSeenAs(held.state) && (held.state.status === 'ready' || held.state.status === 'visitor'),
  );
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  const leaveBy = useCallback(
    async (act: () => Promise<string>) => {
      // The socket may tell of the end before the answer is here.
      leaving.current = true;
      const path = await act().catch((error: unknown) => {
        leaving.current = false;
        throw error;
      });
      realSession().end();
      leave();
      tellKnown(config, 'out');
      location.assign(link(config, 'main', path));
    },
    [config, leave],
  );
  const logout = useCallback(
    () =>
      leaveBy(async () => {
        // Nobody to answer means nothing to end: the session is over here in any case.
        await client.call('auth.logout').catch(() => undefined);
        return `${pathOf('landing', locale)}#logged-out`;
      }),
    [client, locale, leaveBy],
  );
  const session = useMemo<Session>(
    () => ({
      state: held.state,
      realm: demo ? 'demo' : 'real',
      client,
      demoUser: held.people.demoUser,
      retry,
      logout,
      leaveBy,
    }),
    [held, demo, client, retry, logout, leaveBy],
  );
  return <SessionContext.Provider value={session}>{children}</SessionContext.Provider>;
}
