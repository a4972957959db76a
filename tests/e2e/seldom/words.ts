import { readFile } from 'node:fs/promises';
import type { Locale } from '#web/i18n/locales.ts';
import { NAMESPACES, type Messages } from '#web/i18n/namespaces.ts';
import { Texts } from '#web/i18n/texts.ts';

/** A text of the product by namespace and key, as `limits:sheet.amount`. */
export type Say = (key: `${string}:${string}`, values?: Readonly<Record<string, unknown>>) => string;

/** The words of the pages in one language, from their own files. */
export async function wordsOf(locale: Locale): Promise<Say> {
  const all = await Promise.all(
    NAMESPACES.map(async (name) => {
      const text = await readFile(`src/web/i18n/locales/${locale}/${name}.json`, 'utf8');
      return [name, JSON.parse(text) as Messages] as const;
    }),
  );
  const { t } = new Texts(locale, Object.fromEntries(all)).of('common');
  return (key, values) => {
    const said = t(key, values);
    if (said === key) throw new Error(`no text ${key} in ${locale}`);
    return said;
  };
}
