import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { useSession } from '#web/api/session.tsx';
import { usePerson } from '#web/api/use-person.ts';
import { useProblemToast } from '#web/ui/call/problem-toast.ts';
import { WISHED } from './watch-links.ts';
import { WatchList } from './watch-list.ts';

interface Watch {
  readonly list: WatchList;
  /** false: nobody is signed in, or nobody with an account. null: not known yet. */
  readonly hasPerson: boolean | null;
}

const WatchContext = createContext<Watch | null>(null);

/** What the person watches, for the stars below it. An address that wishes a star, as after a sign-in, has its wish. */
export function WatchProvider({ children }: { readonly children: ReactNode }) {
  const { client, realm } = useSession();
  const { known, person } = usePerson();
  const say = useProblemToast();
  const [list] = useState(() => new WatchList());
  useEffect(() => {
    list.use({
      send: (id, watched) => client.call('events.watch', { params: { id }, body: { watched } }),
      onFailed: (error) => say(error, { id: 'watch' }),
    });
  });
  const userId = realm === 'real' ? (person?.id ?? null) : null;
  useEffect(() => {
    if (userId === null) return undefined;
    const stop = new AbortController();
    const url = new URL(location.href);
    const wished = url.searchParams.get(WISHED);
    if (wished !== null) {
      url.searchParams.delete(WISHED);
      history.replaceState(history.state, '', url);
      void list.press(wished, true);
    }
    // Without an answer stars stand empty; a press tells what is wrong.
    list
      .read(async () => (await client.call('events.watched', {}, { signal: stop.signal })).items)
      .catch(() => undefined);
    return () => stop.abort();
  }, [client, list, userId]);
  return (
    <WatchContext.Provider value={{ list, hasPerson: known ? userId !== null : null }}>
      {children}
    </WatchContext.Provider>
  );
}

/** null: on a page of visitors. */
export function useWatch(): (Watch & { readonly watched: ReadonlySet<string> | null }) | null {
  const watch = useContext(WatchContext);
  const store = watch?.list.watched;
  const watched = useSyncExternalStore(
    store?.watch ?? nothing,
    () => store?.get() ?? null,
    () => null,
  );
  return watch === null ? null : { ...watch, watched };
}

const nothing = () => () => undefined;
