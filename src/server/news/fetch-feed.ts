import { EgressRefused, type Egress } from '#server/net/index.ts';

/** What is known of a feed from the last time. */
export interface Marks {
  readonly etag: string | null;
  readonly modified: string | null;
}

export type Fetched =
  | { readonly kind: 'same' }
  | ({ readonly kind: 'fresh'; readonly text: string } & Marks)
  /** `why`: a word of ours. */
  | { readonly kind: 'failed'; readonly why: string };

interface Asked {
  readonly egress: Egress;
  /** Who asks. */
  readonly agent: string;
  readonly marks: Marks;
  readonly signal: AbortSignal;
}

const MOST_HOPS = 3;
const MOVED = new Set([301, 302, 303, 307, 308]);
const LONGEST_MARK = { etag: 500, modified: 100 } as const;

/** Asks for a feed, once. Each hop of a redirect goes through the same guard; 10 s and 1 MB are the bounds of an answer. */
export async function fetchFeed(address: string, { egress, agent, marks, signal }: Asked): Promise<Fetched> {
  const headers = {
    accept: 'application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5',
    'user-agent': agent,
    ...(marks.etag === null ? {} : { 'if-none-match': marks.etag }),
    ...(marks.modified === null ? {} : { 'if-modified-since': marks.modified }),
  };
  try {
    let url = new URL(address);
    for (let hop = 0; hop <= MOST_HOPS; hop += 1) {
      const answer = await egress.fetch(url, { headers, signal });
      const to = answer.headers.get('location');
      if (MOVED.has(answer.status) && to !== null) {
        url = new URL(to, url);
        continue;
      }
      if (answer.status === 304) return { kind: 'same' };
      if (answer.status !== 200) return { kind: 'failed', why: `status ${answer.status}` };
      const kept = (name: keyof typeof LONGEST_MARK, header: string) => {
        const value = answer.headers.get(header);
        return value === null || value.length > LONGEST_MARK[name] ? null : value;
      };
      return {
        kind: 'fresh',
        text: decoded(Buffer.from(await answer.arrayBuffer()), answer.headers.get('content-type')),
        etag: kept('etag', 'etag'),
        modified: kept('modified', 'last-modified'),
      };
    }
    return { kind: 'failed', why: 'too many redirects' };
  } catch (error) {
    return { kind: 'failed', why: whyOf(error) };
  }
}

/** In the encoding that the answer names, or the document; UTF-8 where neither does. */
function decoded(bytes: Buffer, type: string | null): string {
  const named =
    /charset="?([\w-]+)/i.exec(type ?? '')?.[1] ??
    /^<\?xml[^>]*encoding=["']([\w-]+)/.exec(bytes.subarray(0, 200).toString('latin1').trimStart())?.[1];
  try {
    return new TextDecoder(named ?? 'utf-8').decode(bytes);
  } catch {
    return bytes.toString('utf8');
  }
}

/** In words of ours: what somebody else's server or a library said is not kept. */
function whyOf(error: unknown): string {
  if (error instanceof EgressRefused)
    return /1 MB/.test(error.message) ? 'larger than 1 MB' : 'an address where none may go';
  const { name, code } = error as { readonly name?: string; readonly code?: unknown };
  if (name === 'TimeoutError' || name === 'AbortError') return 'too slow';
  return typeof code === 'string' && /^[A-Z_]{3,40}$/.test(code) ? code : 'not reached';
}
