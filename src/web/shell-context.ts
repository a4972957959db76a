import { createContext, useContext, useMemo } from 'react';
import { waitMs } from '#domain/waits.ts';
import { createFormats } from './i18n/format.ts';
import type { Formats } from './i18n/format.ts';
import type { Locale } from './i18n/locales.ts';
import type { PublicConfig } from '#protocol/site.ts';
import type { PageId } from './routes.ts';

/** What the root sends to every page. */
export interface Shell {
  readonly locale: Locale;
  readonly page: PageId | null;
  readonly pathname: string;
  readonly config: PublicConfig;
}

/** States.md 5: no withdrawal within a day of such a change. */
const HOLD_MS = 24 * 3_600_000;

export const ShellContext = createContext<Shell | null>(null);

/** Locale, page and public settings of the document. */
export function useShell(): Shell {
  const shell = useContext(ShellContext);
  if (shell === null) throw new Error('outside of the document');
  return shell;
}

/** Numbers, money, dates in the document's locale. */
export function useFormats(): Formats {
  const { locale } = useShell();
  return useMemo(() => createFormats(locale), [locale]);
}

/** Withdrawals pause so long after a change of how one signs in, in words of the document's locale; a sandbox may shorten it. */
export function useHold(): string {
  const { waits } = useShell().config;
  return useFormats().wait(waitMs(HOLD_MS, waits));
}
