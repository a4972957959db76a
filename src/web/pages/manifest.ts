import type { LoaderFunctionArgs } from 'react-router';
import type { PageContext } from '#protocol/pages/page-context.ts';
import { loadMessages } from '../i18n/load.server.ts';
import { detectLocale, LOCALE_FACTS } from '../i18n/locales.ts';
import { Texts } from '../i18n/texts.ts';
import { pageOf, pathOf } from '../site.ts';
import type { PageId } from '../page-rows.ts';

/** What is begun by a long press on the icon, the first most wanted. */
const SHORTCUTS = ['trading', 'events', 'portfolio', 'notifications'] as const satisfies readonly PageId[];

/** Shown before it is installed, made by `scripts/make-screenshots.mjs`: of a computer and of a phone, in pixels of the files. */
const SCREENS = ['trading', 'events'] as const satisfies readonly PageId[];
const SCREEN_SIZES = { wide: '1280x800', narrow: '780x1688' } as const;

/** What a phone needs to keep the product on its first screen, under the name that this house has, in the language of who asks. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { config, acceptLanguage }: PageContext = context;
  const { brand } = config;
  const cookie = request.headers.get('cookie') ?? '';
  const locale = detectLocale({ path: '/', cookie, acceptLanguage });
  const texts = new Texts(locale, await loadMessages(locale, ['seo', 'common']));
  const png = (src: string, size: number, purpose: 'any' | 'maskable') => ({
    src: `/${src}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  const body = {
    id: '/',
    name: brand,
    short_name: brand,
    description: texts.of('seo').t('about.description', { brand }),
    lang: LOCALE_FACTS[locale].lang,
    dir: LOCALE_FACTS[locale].dir,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    categories: ['finance'],
    background_color: '#090c12',
    theme_color: '#090c12',
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      png('icon-192', 192, 'any'),
      png('icon-512', 512, 'any'),
      png('icon-whole', 512, 'maskable'),
    ],
    screenshots: (['wide', 'narrow'] as const).flatMap((size) =>
      SCREENS.map((page) => ({
        src: `/screen-${page}-${size}.webp`,
        sizes: SCREEN_SIZES[size],
        type: 'image/webp',
        form_factor: size,
        label: texts.of('common').t(`nav.${page}`),
      })),
    ),
    // Only of this host: a browser takes no others.
    shortcuts: SHORTCUTS.filter((page) => config.origins[pageOf(page).site] === config.origins.main).map((page) => ({
      name: texts.of('common').t(`nav.${page}`),
      url: pathOf(page, locale),
    })),
  };
  const headers = { 'Content-Type': 'application/manifest+json', Vary: 'Accept-Language, Cookie' };
  return new Response(JSON.stringify(body), { headers });
}
