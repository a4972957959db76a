import type { PublicConfig } from '#protocol/site.ts';
import { createFormats } from '#web/i18n/format.ts';
import type { Locale } from '#web/i18n/locales.ts';
import { link, pageOf, pathOf } from '#web/site.ts';
import type { Filling } from './read.server.ts';
import { articleValues } from './rules.ts';

/** Numbers and links of the articles in a language. */
export function fillingOf(config: PublicConfig, locale: Locale): Filling {
  return {
    values: articleValues(createFormats(locale)),
    hrefOf: (page) => link(config, pageOf(page).site, pathOf(page, locale)),
  };
}
