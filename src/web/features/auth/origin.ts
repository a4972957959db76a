const LONGEST = 200;

/** Where a visitor came from, as the address says: a referral code (`ref` or `referral`) and utm parameters. */
export function originOf(query: URLSearchParams): {
  readonly referral: string | null;
  readonly utm: Readonly<Record<string, string>> | null;
} {
  const code = query.get('referral') ?? query.get('ref');
  const utm = Object.fromEntries(
    [...query].filter(([name, value]) => /^utm_[a-z_]{1,28}$/.test(name) && value !== '' && value.length <= LONGEST),
  );
  return {
    referral: code === null || code === '' || code.length > 64 ? null : code,
    utm: Object.keys(utm).length === 0 ? null : utm,
  };
}
