import type { IncomingHttpHeaders } from 'node:http';

/** A cookie that a handler sets; an empty value with `maxAgeSec` 0 takes it away. */
export interface SetCookie {
  /** Without a prefix: that one is added where the site has https. */
  readonly name: string;
  readonly value: string;
  /** null: until the browser ends. */
  readonly maxAgeSec: number | null;
  /** Default true: no script reads it. */
  readonly httpOnly?: boolean;
  readonly sameSite: 'Strict' | 'Lax';
  /** Default `/`. */
  readonly path?: string;
}

/** Text of a `Set-Cookie` header. Never with a domain: our cookies belong to the one host that answers the API. */
export function cookieText(cookie: SetCookie, site: { readonly secure: boolean }): string {
  const { value, maxAgeSec, httpOnly = true, sameSite, path = '/' } = cookie;
  return [
    `${prefixedName(cookie, site)}=${encodeURIComponent(value)}`,
    `Path=${path}`,
    ...(maxAgeSec === null ? [] : [`Max-Age=${Math.floor(maxAgeSec)}`]),
    ...(httpOnly ? ['HttpOnly'] : []),
    ...(site.secure ? ['Secure'] : []),
    `SameSite=${sameSite}`,
  ].join('; ');
}

/** `__Host-` binds a cookie to its host and to https; browsers take it with the path `/` only. */
function prefixedName({ name, path = '/' }: Pick<SetCookie, 'name' | 'path'>, site: { readonly secure: boolean }) {
  if (!site.secure) return name;
  return `${path === '/' ? '__Host-' : '__Secure-'}${name}`;
}

const LONGEST_HEADER = 8_192;

/** Reads a cookie by the name it was set under; null where there is none or it is no text. */
export function cookieReader(headers: IncomingHttpHeaders, site: { readonly secure: boolean }) {
  const pairs = (headers.cookie ?? '').slice(0, LONGEST_HEADER).split(';');
  return (name: string): string | null => {
    // With https an unprefixed cookie may come from a sister host or from a page without https: it is not ours.
    const names = site.secure ? [`__Host-${name}`, `__Secure-${name}`] : [name];
    for (const pair of pairs) {
      const at = pair.indexOf('=');
      if (at >= 0 && names.includes(pair.slice(0, at).trim())) return decoded(pair.slice(at + 1).trim());
    }
    return null;
  };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
