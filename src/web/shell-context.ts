import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import { HIDDEN_AMOUNT, useHiddenAmounts } from './money/hidden-amounts.ts';
import { createFormats } from './i18n/format.ts';
import type { Formats } from './i18n/format.ts';
import type { Locale } from './i18n/locales.ts';
import type { PublicConfig } from '#protocol/site.ts';
import type { PageId } from './page-rows.ts';

/** What the root sends to every page. */
export interface Shell {
  readonly locale: Locale;
  readonly page: PageId | null;
  readonly pathname: string;
  readonly config: PublicConfig;
  /** What share of the withdrawals of the last 24 h was sent in under a minute; null: there were none, or it is not known yet. */
  readonly quick: number | null;
}

export const ShellContext = createContext<Shell | null>(null);

/** Locale, page and public settings of the document. */
export function useShell(): Shell {
  const shell = useContext(ShellContext);
  if (shell === null) throw new Error('outside of the document');
  return shell;
}

/** What the server renders in: it does not know where its viewer is. */
const SERVER_ZONE = 'UTC';
let viewerZone: string | undefined;
const ofViewer = () => (viewerZone ??= new Intl.DateTimeFormat().resolvedOptions().timeZone);
const ofServer = () => SERVER_ZONE;
const never = () => () => undefined;

/**
 * Numbers, money, dates in the document's locale. Times are the viewer's; while a page of the server is taken over they are the server's,
 * for a text that differs then makes React throw the page away and draw it anew.
 */
export function useFormats(): Formats {
  const { locale } = useShell();
  const zone = useSyncExternalStore(never, ofViewer, ofServer);
  const hidden = useHiddenAmounts();
  return useMemo(() => {
    const formats = createFormats(locale, zone);
    return hidden ? { ...formats, own: () => HIDDEN_AMOUNT, ownIn: () => HIDDEN_AMOUNT } : formats;
  }, [locale, zone, hidden]);
}

/** Withdrawals pause so long after a change of how one signs in, in words of the document's locale. */
export function useHold(): string {
  return useFormats().wait(useShell().config.spans.hold);
}
