import { createInstance } from 'i18next';
import type { i18n } from 'i18next';
import ICU from 'i18next-icu';
import { initReactI18next } from 'react-i18next';
import { LOCALE_FACTS } from './locales.ts';
import type { Locale } from './locales.ts';
import type { Catalogue } from './namespaces.ts';

/** An i18next of one locale, ready at once; keys are flat, messages are ICU with Intl's tag of the locale. */
export function createI18n(locale: Locale, messages: Catalogue): i18n {
  const instance = createInstance();
  const language = LOCALE_FACTS[locale].tag;
  void instance
    .use(new ICU({ parseErrorHandler: (_error, key) => key }))
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
