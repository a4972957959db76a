import { createInstance } from 'i18next';
import type { i18n, Module } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { formatMessage, isolated } from './icu.ts';
import type { Values } from './icu.ts';
import { LOCALE_FACTS } from './locales.ts';
import type { Locale } from './locales.ts';
import type { Catalogue } from './namespaces.ts';

interface MessageFormat extends Module {
  readonly type: 'i18nFormat';
  parse(message: string, values: Values, tag: string): string;
  addLookupKeys(keys: string[]): string[];
}

/** Messages are ICU: plurals live inside them, so a key is looked up as it is. */
const ICU: MessageFormat = {
  type: 'i18nFormat',
  parse: (message, values, tag) =>
    formatMessage(message, values, tag.startsWith('ar') ? { tag, around: isolated } : tag),
  addLookupKeys: (keys) => keys,
};

/** An i18next of one locale, ready at once; keys are flat, messages are ICU with Intl's tag of the locale. */
export function createI18n(locale: Locale, messages: Catalogue): i18n {
  const instance = createInstance();
  const language = LOCALE_FACTS[locale].tag;
  void instance
    .use(ICU)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: false,
      ns: Object.keys(messages),
      defaultNS: 'common',
      resources: { [language]: messages },
      keySeparator: false,
      nsSeparator: ':',
      initAsync: false,
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    });
  return instance;
}

/** Adds the namespaces of another page of the same locale. */
export function addMessages(instance: i18n, messages: Catalogue): void {
  for (const [namespace, texts] of Object.entries(messages)) {
    instance.addResourceBundle(instance.language, namespace, texts, true, true);
  }
}
