/** Which of the product's own origins a sign-in goes back to. */
export const RETURN_HOSTS = ['events', 'auth', 'dashboard', 'origin'] as const;
export type ReturnHost = (typeof RETURN_HOSTS)[number];

const LONGEST = 1_000;
/** What a path, a query and a fragment are made of (RFC 3986). No backslash, no control character, no space. */
const PLAIN_PATH = /^\/[\w\-.~!$&'()*+,;=:@/?%#]*$/;

/** The host of a `host` parameter; anything we do not know is the main one. */
export function returnHost(given: string | null): ReturnHost {
  return RETURN_HOSTS.find((host) => host === given) ?? 'origin';
}

/**
 * The path of a `redirect` parameter that is safe on our own origins; `/` for anything else. What could name another
 * site (`//host`, `/\host`, a scheme), climb, or call the API through a link ends at the home page.
 */
export function returnPath(given: string | null): string {
  if (given === null || given.length > LONGEST || !PLAIN_PATH.test(given)) return '/';
  const path = given.split(/[?#]/, 1)[0] ?? '';
  const bare = decoded(path);
  if (bare === null || /\\|\/\/|[\p{Cc}\p{Cf}\s]|(^|\/)\.{1,2}(\/|$)/u.test(bare)) return '/';
  return /^\/(api|public|private|metrics)(\/|$)/i.test(bare) ? '/' : given;
}

/** The address to go to after a sign-in: one of our origins and a path of ours, whatever was asked for. */
export function returnAddress(
  asked: { readonly redirect: string | null; readonly host: string | null },
  origins: Readonly<Record<ReturnHost, string>>,
): string {
  return `${origins[returnHost(asked.host)]}${returnPath(asked.redirect)}`;
}

/** A path with its escapes undone until none is left: what is hidden twice is seen too. null when it cannot be read. */
function decoded(path: string): string | null {
  let now = path;
  for (let rounds = 0; rounds < 5; rounds += 1) {
    let next: string;
    try {
      next = decodeURIComponent(now);
    } catch {
      return null;
    }
    if (next === now) return now;
    now = next;
  }
  return null;
}
