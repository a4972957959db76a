import type { PostHead } from '#protocol/blog/posts.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

/** The posts as RSS 2.0. The guid of an item is its id, which stays where its address changes. */
export function postFeed(
  posts: readonly PostHead[],
  of: {
    readonly title: string;
    readonly description: string;
    readonly lang: string;
    readonly self: string;
    readonly page: string;
    readonly addressOf: (post: PostHead) => string;
  },
): string {
  const items = posts.map(
    (post) => `<item>
<title>${escaped(post.title)}</title>
<link>${escaped(of.addressOf(post))}</link>
<guid isPermaLink="false">${escaped(post.id)}</guid>
<pubDate>${new Date(post.publishedAt).toUTCString()}</pubDate>
<description>${escaped(post.summary)}</description>
${post.tags.map((tag) => `<category>${escaped(tag)}</category>`).join('')}
</item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${escaped(of.title)}</title>
<link>${escaped(of.page)}</link>
<description>${escaped(of.description)}</description>
<language>${escaped(of.lang)}</language>
<atom:link href="${escaped(of.self)}" rel="self" type="application/rss+xml"/>
${items.join('\n')}
</channel>
</rss>
`;
}
