import type { Locale } from './locales.ts';
import { flat } from './namespaces.ts';
import type { Catalogue, MessageTree, Namespace } from './namespaces.ts';

const files = import.meta.glob<MessageTree>('./locales/*/*.json', { import: 'default' });

/** Messages of the namespaces a page needs. A language without a file falls back to English. */
export async function loadMessages(locale: Locale, namespaces: readonly Namespace[]): Promise<Catalogue> {
  const entries = await Promise.all(
    namespaces.map(async (namespace) => {
      const file = files[`./locales/${locale}/${namespace}.json`] ?? files[`./locales/en/${namespace}.json`];
      return [namespace, file === undefined ? {} : flat(await file())] as const;
    }),
  );
  return Object.fromEntries(entries);
}
