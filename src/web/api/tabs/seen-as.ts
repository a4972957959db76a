import { isKnown } from '../known.ts';
import { holderOf } from './real-session.ts';

/**
 * Staff sees the product as a person does in one tab: the address that the back office gave had the token behind `#as=`. It stays with the
 * tab, is never renewed, and opens nothing that changes something.
 */
const KEY = 'tikvo.seenAs';
const LONGEST_SEC = 900;
const IN_ADDRESS = /^#as=([\w.-]+)$/;

/** The token of this tab, where staff sees the product as somebody in it; null: it is a tab like any other. */
export function seenAsToken(): string | null {
  const token = IN_ADDRESS.exec(location.hash)?.[1];
  try {
    if (token !== undefined) {
      sessionStorage.setItem(KEY, token);
      history.replaceState(history.state, '', `${location.pathname}${location.search}`);
    }
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Pages of signed-in people are drawn for this tab too, by a word that ends with it. */
export function letPagesDraw(): void {
  if (!isKnown(document.cookie)) document.cookie = `tikvo.known=1;path=/;max-age=${String(LONGEST_SEC)};samesite=lax`;
}

/** Takes the token away: the tab is like any other from now on. */
export function stopSeeing(): void {
  sessionStorage.removeItem(KEY);
}

/** Whose token it is, and when it ends, ms; null: it names nobody. */
export function seenAsOf(token: string): { readonly person: string; readonly until: number } | null {
  const person = holderOf(token);
  const [, claims = ''] = token.split('.');
  if (person === null) return null;
  const { exp } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { readonly exp?: unknown };
  return typeof exp === 'number' ? { person, until: exp * 1_000 } : null;
}
