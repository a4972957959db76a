import type { PublicConfig } from '#protocol/site.ts';
import latinFont from '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?url';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { createFormats } from './i18n/format.ts';
import { DEFAULT_LOCALE, LOCALES, LOCALE_FACTS } from './i18n/locales.ts';
import type { Locale } from './i18n/locales.ts';
import { hasParts, inLocale, link, pageOf, pathOf } from './site.ts';
import type { PageId } from './page-rows.ts';

const DEMO_BALANCE = '10000';
/** Of the real realm; the demo has shorter ones. */
const SHORTEST_SEC = 30;

export interface HeadProps {
  readonly config: PublicConfig;
  readonly locale: Locale;
  readonly page: PageId | null;
  readonly pathname: string;
  /** What the page itself puts into its title and description. */
  readonly facts?: Readonly<Record<string, string>>;
  /** The languages that the page is written in; all of them unless said. In another one it stands in English. */
  readonly languages?: readonly Locale[];
}

/** Absolute address of a page, for machines. */
function absolute({ config, locale, page, pathname }: HeadProps & { readonly page: PageId }): string {
  const row = pageOf(page);
  const address = link(config, row.site, hasParts(row) ? inLocale(pathname, locale) : pathOf(page, locale));
  return address.startsWith('/') ? `${config.origins.main}${address}` : address;
}

/** What is shown beside a link: of an event its chance of now. */
function pictureOf({ config, locale, facts = {} }: Pick<HeadProps, 'config' | 'locale' | 'facts'>): string {
  const slug = facts['event'];
  if (slug === undefined) return `${config.origins.main}/share.png`;
  return `${config.origins.events}/embed/${encodeURIComponent(slug)}/picture.png?lang=${locale}`;
}

/** Of the back office: its desks say their own titles, and no machine is to find it. */
function OfficeHead({ brand }: { readonly brand: string }) {
  return (
    <>
      <title>{`Back office – ${brand}`}</title>
      <meta name="theme-color" content="#090c12" />
      <meta name="robots" content="noindex" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="preload" href={latinFont} as="font" type="font/woff2" crossOrigin="anonymous" />
    </>
  );
}

/** Title, description, canonical and the other languages of a page, all from its row in `routes.ts`. */
export function Head({ config, locale, page, pathname, facts: said = {}, languages = LOCALES }: HeadProps) {
  const original = languages.includes(locale) ? locale : DEFAULT_LOCALE;
  const { t } = useTranslation('seo');
  const { brand } = config;
  const formats = createFormats(locale);
  const facts = {
    brand,
    amount: formats.money(DEMO_BALANCE, { places: 0 }),
    time: formats.durationWords(SHORTEST_SEC),
    ...said,
  };
  const at = { config, pathname };
  if (page === 'office') return <OfficeHead brand={brand} />;
  const title = t(`${page ?? 'not-found'}.title`, facts);
  const description = t(`${page ?? 'not-found'}.description`, facts);
  const row = page === null ? null : pageOf(page);
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <meta name="theme-color" content="#090c12" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/manifest.webmanifest" />
      <link rel="preload" href={latinFont} as="font" type="font/woff2" crossOrigin="anonymous" />
      {row === null || row.noindex ? <meta name="robots" content="noindex" /> : null}
      {page === null ? null : (
        <>
          <link rel="canonical" href={absolute({ ...at, locale: original, page })} />
          {LOCALES.filter((other) => languages.includes(other)).map((other) => (
            <link
              key={other}
              rel="alternate"
              hrefLang={LOCALE_FACTS[other].lang}
              href={absolute({ ...at, locale: other, page })}
            />
          ))}
          <link rel="alternate" hrefLang="x-default" href={absolute({ ...at, locale: DEFAULT_LOCALE, page })} />
          <meta property="og:title" content={title} />
          <meta property="og:description" content={description} />
          <meta property="og:type" content="website" />
          <meta property="og:url" content={absolute({ ...at, locale, page })} />
          <meta property="og:image" content={pictureOf({ config, locale, facts })} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
    </>
  );
}
