import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { EventWire } from '#protocol/events/events.ts';
import type { Config } from '#server/config/config.ts';
import { originOfHost } from '#server/config/origins.ts';
import { inTime } from '#server/net/in-time.ts';
import { drawEvent, type EventFacts } from '#server/pictures/event-picture.ts';
import { pictureLanguage } from '#server/pictures/texts.ts';
import { LANGUAGE_TAGS, LOCALES, type Locale } from '#server/routing/language.ts';
import { EMBED_POLICY, EMBED_THEMES, embedPage, saysOf } from './embed-page.ts';
import type { PageReads } from '../pages/page-reads.ts';

interface EmbedParts {
  readonly config: Pick<Config, 'origins' | 'brand'>;
  readonly root: string;
  readonly reads: PageReads;
}

/** Of who brought the visitor. */
const CODE = /^[\w-]{1,64}$/;
const KEPT_SEC = 30;
/** Pictures that are kept, each some 20 kB. */
const MOST_PICTURES = 200;

interface Asked {
  readonly event: EventWire;
  readonly locale: Locale;
  readonly query: URLSearchParams;
}

/** What is shown elsewhere of an event, on the host of events alone: `/embed/<slug>`, for frames, and its picture, for links. */
export function mountEmbeds(app: FastifyInstance, parts: EmbedParts): void {
  const { origins, brand } = parts.config;
  const wordsIn = wordsOf(parts.root);
  const picture = pictures();
  app.get<{ Params: { slug: string } }>('/embed/:slug', async (request, reply) => {
    const asked = await readAsked(parts, request, (locale) => locale);
    if (asked === null) return none(reply);
    const { event, locale, query } = asked;
    const code = query.get('ref') ?? '';
    reply.removeHeader('x-frame-options');
    reply.headers({ ...SHARED, 'content-security-policy': EMBED_POLICY });
    return reply.type('text/html; charset=utf-8').send(
      embedPage({
        event,
        brand,
        theme: EMBED_THEMES.find((one) => one === query.get('theme')) ?? 'auto',
        lang: LANGUAGE_TAGS[locale],
        dir: locale === 'ar' ? 'rtl' : 'ltr',
        href: `${origins.events}/${locale}/events/${event.slug}${CODE.test(code) ? `?ref=${code}` : ''}`,
        text: wordsIn(locale),
      }),
    );
  });
  app.get<{ Params: { slug: string } }>('/embed/:slug/picture.png', async (request, reply) => {
    // In a language whose letters there are.
    const asked = await readAsked(parts, request, (locale) => pictureLanguage(locale).locale);
    if (asked === null) return none(reply);
    const { event, locale } = asked;
    const text = wordsIn(locale);
    const lang = LANGUAGE_TAGS[locale];
    const rows = event.markets.map((market) => ({
      name: event.markets.length === 1 ? null : market.title,
      says: saysOf(market, { lang, text }),
      chance: market.outcome === null ? market.prices.chance : null,
    }));
    const facts: EventFacts = {
      brand,
      address: new URL(origins.events).host,
      title: event.title,
      rows: rows.toSorted((one, other) => (other.chance ?? -1) - (one.chance ?? -1)),
      dir: pictureLanguage(locale).dir,
    };
    return reply
      .headers(SHARED)
      .type('image/png')
      .send(await inTime(picture(facts)));
  });
}

const SHARED = { 'cross-origin-resource-policy': 'cross-origin', 'cache-control': `public, max-age=${KEPT_SEC}` };

async function readAsked(
  { config, reads }: EmbedParts,
  request: FastifyRequest<{ Params: { slug: string } }>,
  localeFor: (locale: Locale) => Locale,
): Promise<Asked | null> {
  const { origins } = config;
  if (originOfHost(request.headers.host, origins) !== origins.events) return null;
  const { searchParams: query } = new URL(request.url, origins.events);
  const locale = localeFor(LOCALES.find((one) => one === query.get('lang')) ?? 'en');
  const { slug } = request.params;
  const ask = { name: 'events.one', as: { realm: 'real', locale }, input: { params: { slug } } } as const;
  const event = (await inTime(reads(ask))) as EventWire | null;
  return event === null ? null : { event, locale, query };
}

/** Texts of events without values, by language. */
function wordsOf(root: string): (locale: Locale) => (key: string) => string {
  const known = new Map<Locale, Readonly<Record<string, string>>>();
  return (locale) => {
    const file = join(root, 'src/web/i18n/locales', locale, 'events.json');
    const words = known.get(locale) ?? (JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>);
    known.set(locale, words);
    return (key) => words[key] ?? '';
  };
}

/** Draws what was not drawn before: the same facts are the same picture. */
function pictures(): (facts: EventFacts) => Promise<Buffer> {
  const kept = new Map<string, Promise<Buffer>>();
  return (facts) => {
    const key = JSON.stringify(facts);
    const known = kept.get(key);
    if (known !== undefined) return known;
    if (kept.size >= MOST_PICTURES) kept.clear();
    const drawn = drawEvent(facts);
    kept.set(key, drawn);
    drawn.catch(() => kept.delete(key));
    return drawn;
  };
}

function none(reply: FastifyReply): FastifyReply {
  return reply.code(404).type('text/plain; charset=utf-8').send('There is no such event.\n');
}
