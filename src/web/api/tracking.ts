/** A cookie of the reader's browser, as plain text. */
function cookieOf(cookies: string, name: string): string | null {
  const found = cookies.split(/;\s*/).find((one) => one.startsWith(`${name}=`));
  return found === undefined ? null : found.slice(name.length + 1);
}

/** What this browser's reader chose of cookies; null: nothing yet. */
export function cookieChoice(cookies: string): 'accepted' | 'needed_only' | null {
  const chosen = cookieOf(cookies, 'tikvo.consent');
  if (chosen === null) return null;
  return chosen === 'all' ? 'accepted' : 'needed_only';
}

/** x-fbp and x-fbc: only with the visitor's yes to measuring, and only where the browser has them. */
export function trackingHeaders(cookies: string): Readonly<Record<string, string>> {
  if (cookieChoice(cookies) !== 'accepted') return {};
  return Object.fromEntries(
    (['fbp', 'fbc'] as const).flatMap((name) => {
      const value = cookieOf(cookies, `_${name}`);
      return value !== null && /^[\w.-]{1,200}$/.test(value) ? [[`x-${name}`, value]] : [];
    }),
  );
}
