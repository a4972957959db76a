const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

export interface FeedItem {
  /** Stays where its address changes: it is the guid. */
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly link: string;
  /** Left out where nobody says when it was published: a reader takes when it saw it first. */
  readonly publishedAt?: string;
  readonly tags: readonly string[];
}

/** What is new as RSS 2.0, in one language. */
export function rssOf(
  items: readonly FeedItem[],
  of: {
    readonly title: string;
    readonly description: string;
    readonly lang: string;
    readonly self: string;
    readonly page: string;
  },
): Response {
  const written = items.map(
    ({ id, title, summary, link, publishedAt, tags }) => `<item>
<title>${escaped(title)}</title>
<link>${escaped(link)}</link>
<guid isPermaLink="false">${escaped(id)}</guid>
${publishedAt === undefined ? '' : `<pubDate>${new Date(publishedAt).toUTCString()}</pubDate>`}
<description>${escaped(summary)}</description>
${tags.map((tag) => `<category>${escaped(tag)}</category>`).join('')}
</item>`,
  );
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${escaped(of.title)}</title>
<link>${escaped(of.page)}</link>
<description>${escaped(of.description)}</description>
<language>${escaped(of.lang)}</language>
<atom:link href="${escaped(of.self)}" rel="self" type="application/rss+xml"/>
${written.join('\n')}
</channel>
</rss>
`;
  return new Response(body, { headers: { 'Content-Type': 'application/rss+xml; charset=utf-8' } });
}
