import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import type { Clock } from '#server/clock.ts';
import { feedId } from '#server/config/news.ts';
import type { ReadFeed } from './contract.ts';
import { SAMPLE_STORIES, type SampleStory } from './sample-stories.ts';

/** A new story every so often. Each comes again after two days, when nobody takes it for the same report any more. */
const EVERY_MS = 4 * HOUR_MS;
/** How much later the second source reports it. */
const LATER_MS = 25 * MINUTE_MS;

interface Item {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly link: string;
  readonly at: number;
}

/** The feeds of the simulator: two sources in two formats, which report some things both. */
export function sampleFeeds(): readonly ReadFeed[] {
  return [
    { name: 'Sample Wire', url: '/wire.xml' },
    { name: 'Sample Desk', url: '/desk.xml' },
  ].map((feed) => ({ ...feed, id: feedId(`simulator:${feed.url}`), isSample: true }));
}

/**
 * Serves made-up stories on a port of this machine, for sandboxes: they are read like any other feed. Both feeds say in their title that a
 * simulator wrote them.
 */
export async function startSamples(
  clock: Pick<Clock, 'now'>,
): Promise<{ readonly origin: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    const wanted = request.url === '/wire.xml' ? rss : request.url === '/desk.xml' ? atom : null;
    const body = wanted?.(clock.now());
    if (body === undefined) return response.writeHead(404).end();
    const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`;
    if (request.headers['if-none-match'] === etag) return response.writeHead(304).end();
    return response.writeHead(200, { 'content-type': 'application/xml; charset=utf-8', etag }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** What a source has reported up to now, the newest first. */
function itemsOf(
  now: number,
  textOf: (story: SampleStory) => { title: string; laterMs: number } | null,
): readonly Item[] {
  const turn = Math.floor(now / EVERY_MS);
  return SAMPLE_STORIES.flatMap((_, back) => {
    const no = turn - back;
    const story = SAMPLE_STORIES[no % SAMPLE_STORIES.length];
    const text = story === undefined ? null : textOf(story);
    if (story === undefined || text === null) return [];
    const at = no * EVERY_MS + text.laterMs;
    const id = `sample-${no}`;
    return at > now ? [] : [{ id, title: text.title, summary: story.summary, link: `https://example.com/${id}`, at }];
  });
}

function rss(now: number): string {
  const items = itemsOf(now, ({ wire }) => ({ title: wire, laterMs: 0 })).map(
    ({ id, title, summary, link, at }) =>
      `<item><guid isPermaLink="false">${id}</guid><title>${escaped(title)}</title><link>${link}</link><description>${escaped(`<p>${escaped(summary)}</p>`)}</description><pubDate>${new Date(at).toUTCString()}</pubDate></item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel><title>Sample Wire (simulator of a sandbox)</title><link>https://example.com/</link><description>Made up.</description><language>en</language>${items.join('')}</channel></rss>\n`;
}

function atom(now: number): string {
  const items = itemsOf(now, ({ desk }) => (desk === null ? null : { title: desk, laterMs: LATER_MS }));
  const entries = items.map(
    ({ id, title, summary, link, at }) =>
      `<entry><id>urn:desk:${id}</id><title>${escaped(title)}</title><link href="${link}-desk"/><summary>${escaped(summary)}</summary><updated>${new Date(at).toISOString()}</updated></entry>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en"><id>urn:desk</id><title>Sample Desk (simulator of a sandbox)</title><updated>${new Date(items[0]?.at ?? now).toISOString()}</updated>${entries.join('')}</feed>\n`;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
