const LONGEST = 200;
/** Set by the script of every page's head when its address says where the visitor came from; how long it stays depends on their answer about cookies. */
const KEPT = /(?:^|;\s*)tikvo\.origin=([^;]*)/;
const AGREED = /(?:^|;\s*)tikvo\.consent=all(?:;|$)/;

export interface Origin {
  readonly referral?: string;
  readonly utm?: Readonly<Record<string, string>>;
}

/** Where a visitor came from, as an address says: a referral code (`ref` or `referral`) and utm parameters. */
export function originOf(query: URLSearchParams): Origin {
  const code = query.get('referral') ?? query.get('ref') ?? '';
  const utm = Object.fromEntries(
    [...query].filter(([name, value]) => /^utm_[a-z_]{1,28}$/.test(name) && value !== '' && value.length <= LONGEST),
  );
  return {
    ...(code === '' || code.length > 64 ? {} : { referral: code }),
    ...(Object.keys(utm).length === 0 ? {} : { utm }),
  };
}

/** What may be told of it: the friend's code always, what measures advertisements (utm) only after a yes to all cookies. */
export function visitOrigin(search: string, cookies: string): Origin {
  const { utm, ...origin } = arrivalOf(search, cookies);
  return utm !== undefined && AGREED.test(cookies) ? { ...origin, utm } : origin;
}

/** Of this address, else of the address the visitor came in by. */
function arrivalOf(search: string, cookies: string): Origin {
  const here = originOf(new URLSearchParams(search));
  if (Object.keys(here).length > 0) return here;
  const kept = KEPT.exec(cookies)?.[1] ?? '';
  try {
    return originOf(new URLSearchParams(decodeURIComponent(kept)));
  } catch {
    return {};
  }
}
