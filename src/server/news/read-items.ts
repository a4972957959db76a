import { createHash } from 'node:crypto';
import { parseFeed } from 'feedsmith';
import sanitize from 'sanitize-html';
import { pairsNamed } from '#domain/news/pairs-named.ts';
import { LONGEST_HEADLINE, LONGEST_NEWS_SUMMARY, shortened } from '#domain/news/stories.ts';
import { asLine } from '#protocol/texts.ts';

/** What an item of a feed comes to here: plain text, a link that is https, and a time that is not to come. */
export interface FeedItem {
  readonly guid: Buffer;
  readonly title: string;
  readonly summary: string;
  readonly link: string | null;
  readonly pairs: readonly string[];
  /** ms. */
  readonly at: number;
}

export interface FeedText {
  /** BCP 47, as the feed says. */
  readonly language: string | null;
  readonly items: readonly FeedItem[];
}

/** As a feed of any format has it. */
interface Found {
  readonly id: string | undefined;
  readonly title: string | undefined;
  readonly summary: string | undefined;
  readonly link: string | undefined;
  readonly date: string | undefined;
}

const MOST_ITEMS = 60;
const LONGEST_LINK = 1_000;
/** More of a text is not looked at: it would be cut anyway. */
const MOST_READ = 20_000;
const LANGUAGE = /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,2}$/;

/** Reads RSS, Atom, RDF or JSON Feed; null: it is none. What has no title is left out. */
export function readItems(text: string, now: number): FeedText | null {
  let read: ReturnType<typeof foundIn>;
  try {
    read = foundIn(text);
  } catch {
    return null;
  }
  const language = read.language !== undefined && LANGUAGE.test(read.language) ? read.language : null;
  return { language, items: read.items.slice(0, MOST_ITEMS).flatMap((found) => itemOf(found, now)) };
}

function foundIn(text: string): { readonly language: string | undefined; readonly items: readonly Found[] } {
  const { format, feed } = parseFeed(text);
  if (format === 'atom') {
    const items = (feed.entries ?? []).map(({ id, title, summary, content, links = [], published, updated }) => ({
      id,
      title: title?.value,
      summary: summary?.value ?? content?.value,
      link: (links.find(({ rel }) => rel === undefined || rel === 'alternate') ?? links[0])?.href,
      date: published ?? updated,
    }));
    return { language: feed.xml?.lang, items };
  }
  if (format === 'json') {
    const items = (feed.items ?? []).map((item) => ({
      id: item.id,
      title: item.title,
      summary: item.summary ?? item.content_text ?? item.content_html,
      link: item.url ?? item.external_url,
      date: item.date_published ?? item.date_modified,
    }));
    return { language: feed.language, items };
  }
  if (format === 'rdf') {
    const items = (feed.items ?? []).map(({ title, link, description, dc }) => ({
      id: link,
      title,
      summary: description,
      link,
      date: dc?.dates?.[0],
    }));
    return { language: feed.dc?.languages?.[0], items };
  }
  const items = (feed.items ?? []).map(({ guid, title, link, description, pubDate, dc }) => ({
    id: guid?.value,
    title,
    summary: description,
    link,
    date: pubDate ?? dc?.dates?.[0],
  }));
  return { language: feed.language, items };
}

function itemOf({ id, title, summary, link, date }: Found, now: number): FeedItem[] {
  const head = shortened(plain(title ?? ''), LONGEST_HEADLINE);
  if (head === '') return [];
  const said = shortened(plain(summary ?? ''), LONGEST_NEWS_SUMMARY);
  const published = Date.parse(date ?? '');
  return [
    {
      guid: createHash('sha256')
        .update(id ?? link ?? head)
        .digest(),
      title: head,
      summary: said === head ? '' : said,
      link: safeLink(link),
      pairs: pairsNamed(`${head} ${said}`),
      at: Number.isNaN(published) ? now : Math.min(published, now),
    },
  ];
}

/** The words of a text that may be HTML, on one line. */
function plain(text: string): string {
  const bare = sanitize(text.slice(0, MOST_READ), { allowedTags: [], allowedAttributes: {} });
  const words = bare.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  return asLine(words).replaceAll(/\s+/gu, ' ').trim();
}

function safeLink(link: string | undefined): string | null {
  if (link === undefined || !URL.canParse(link)) return null;
  const { protocol, username, password, href } = new URL(link);
  return protocol === 'https:' && username === '' && password === '' && href.length <= LONGEST_LINK ? href : null;
}
