import type { IncomingHttpHeaders } from 'node:http';
import type { Origins } from './config.ts';
import { isThisMachine } from './metrics.ts';

/** Origins whose pages may act for a person. Files are what strangers sent: theirs is none, unless it is the only one. */
export function actingOrigins({ files: _files, ...others }: Origins): ReadonlySet<string> {
  return new Set(Object.values(others));
}

/** `app.example.com` of a `Host` header such as `App.Example.com.:443`; IPv6 in its brackets. */
export function hostnameOf(host: string | undefined): string {
  const name = (host ?? '').toLowerCase().replace(/:\d*$/, '');
  return name.endsWith('.') ? name.slice(0, -1) : name;
}

/** Names that the world reaches us by; none where the origins are this machine's own. */
export function publicHostnames(origins: Origins): ReadonlySet<string> {
  const names = Object.values(origins).map((one) => new URL(one).hostname);
  return new Set(names.filter((name) => !isThisMachine(name)));
}

/** The configured origin of a `Host` header; the main one where it is none of ours. */
export function originOfHost(host: string | undefined, origins: Origins): string {
  return Object.values(origins).find((one) => new URL(one).host === host) ?? origins.main;
}

/**
 * Is the page that asks ours, as far as it says? Browsers say where a page came from; programs say nothing. Ours are the
 * configured origins, and the very host that was called.
 */
export function isOurOrigin({ origin, host }: IncomingHttpHeaders, origins: Origins): boolean {
  if (origin === undefined) return true;
  if (actingOrigins(origins).has(origin)) return true;
  return originOfHost(host, origins) === origins.main && URL.canParse(origin) && new URL(origin).host === host;
}
