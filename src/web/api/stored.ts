/** Keys this product keeps in the browser (docs/rules/screens.md#what-the-browser-keeps). */
export const STORED = {
  demoToken: 'tikvo.demoToken',
  showVerification: 'tikvo.showVerification',
  loginRegion: 'tikvo.loginRegion',
  balanceHidden: 'tikvo.balanceHidden',
  demoAmount: 'tikvo.demo.amount',
  demoDuration: 'tikvo.demo.duration',
  theme: 'tikvo.theme',
  colours: 'tikvo.colours',
  /** The last choice of cookies that this browser told the server, and whose record has it. */
  cookiesTold: 'tikvo.cookiesTold',
} as const;
/** Markets of events whose rules were read here. By itself: inline scripts have the list above in them. */
export const RULES_READ = 'tikvo.rulesRead';
export type StoredKey = (typeof STORED)[keyof typeof STORED] | typeof RULES_READ;

/** Reads a value; null where there is none or the browser keeps nothing. */
export function readStored(key: StoredKey): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a value; null removes it. A browser that keeps nothing is no error. */
export function writeStored(key: StoredKey, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Private windows may refuse: the page works without.
  }
}
