import { createContext, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { LOCALE_FACTS } from '../i18n/locales.ts';
import { useShell } from '../shell-context.ts';
import { pageOf } from '../site.ts';
import { ApiError } from './api-error.ts';
import { createClient } from './client.ts';
import type { Client } from './client.ts';
import { startDemoSession } from './demo-session.ts';
import type { SessionAnswer } from './demo-session.ts';

export type SessionState =
  | { readonly status: 'starting' }
  | { readonly status: 'ready'; readonly user: SessionAnswer['user']; readonly token: string }
  /** Nobody: the visitor may look, not place. */
  | { readonly status: 'visitor' }
  | { readonly status: 'failed'; readonly error: ApiError };

export interface Session {
  readonly state: SessionState;
  readonly realm: 'real' | 'demo';
  readonly client: Client;
  /** Tries again after a failure. */
  readonly retry: () => void;
}

const SessionContext = createContext<Session | null>(null);

/** Who the page acts for, and the client that acts. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('outside of SessionProvider');
  return session;
}

/** Origin of the API for fetch: empty where it is the page's own. */
export function useApiHost(): string {
  const { config } = useShell();
  return config.apiHost === config.origins.main ? '' : config.apiHost;
}

const VISITOR: SessionState = { status: 'visitor' };
const RETRY_MS = [1_000, 2_000, 4_000, 8_000] as const;

/** The token calls carry; not state, for a call right after a renewal must see the new one. */
class TokenSlot {
  private token: string | null = null;

  read(): string | null {
    return this.token;
  }

  put(token: string | null): void {
    this.token = token;
  }
}

/** Wraps an app page. A page whose row says `demo` gets a demo session by itself; others wait for sign-in. */
export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const { locale, page } = useShell();
  const host = useApiHost();
  const language = LOCALE_FACTS[locale].lang;
  const demo = page !== null && pageOf(page).demo === true;
  const [state, setState] = useState<SessionState>({ status: 'starting' });
  const [token] = useState(() => new TokenSlot());
  const [attempt, setAttempt] = useState(0);

  const renew = useCallback(async () => {
    if (!demo) return null;
    const answer = await startDemoSession({ host, language });
    token.put(answer.accessToken);
    setState({ status: 'ready', user: answer.user, token: answer.accessToken });
    return answer.accessToken;
  }, [demo, host, language, token]);

  useEffect(() => {
    if (!demo) {
      token.put(null);
      return;
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    const start = (round: number) => {
      renew().catch((error: unknown) => {
        if (gone || !(error instanceof ApiError)) return;
        setState({ status: 'failed', error });
        timer = setTimeout(
          () => start(round + 1),
          error.retryAfterMs ?? RETRY_MS[Math.min(round, RETRY_MS.length - 1)],
        );
      });
    };
    start(0);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [demo, renew, attempt, token]);

  const client = useMemo(
    () => createClient({ host, language, token: () => token.read(), renew }),
    [host, language, renew, token],
  );
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  const session = useMemo<Session>(
    () => ({ state: demo ? state : VISITOR, realm: demo ? 'demo' : 'real', client, retry }),
    [state, demo, client, retry],
  );
  return <SessionContext.Provider value={session}>{children}</SessionContext.Provider>;
}
