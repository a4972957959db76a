import { formatMessage, isolated } from './icu.ts';
import type { Values } from './icu.ts';
import type { Keys, TextSpace } from './types.d.ts';
import { LOCALE_FACTS } from './locales.ts';
import type { Locale } from './locales.ts';
import type { Catalogue, Messages, Namespace } from './namespaces.ts';

/** The text of a key with its arguments filled in. Keys of another namespace carry its name: `common:to_start`. */
export type Translate<N extends TextSpace> = (key: Keys<N>, values?: Values) => string;

const NONE: Values = {};

/** The texts of one locale that a document was sent. A key without a text stands for itself, so that it is seen. */
export class Texts {
  readonly locale: Locale;
  private readonly messages = new Map<string, Messages>();
  private readonly readers = new Map<string, { readonly t: (key: string, values?: Values) => string }>();

  constructor(locale: Locale, catalogue: Catalogue) {
    this.locale = locale;
    this.add(catalogue);
  }

  /** Adds the namespaces of another page of the same locale. */
  add(catalogue: Catalogue): void {
    for (const [namespace, messages] of Object.entries(catalogue)) this.messages.set(namespace, messages);
  }

  /** Reads keys of a namespace; the same object each time, so that what depends on it is not made anew. */
  of(namespace: Namespace): { readonly t: (key: string, values?: Values) => string } {
    const known = this.readers.get(namespace);
    if (known !== undefined) return known;
    const { tag } = LOCALE_FACTS[this.locale];
    const language = this.locale === 'ar' ? { tag, around: isolated } : tag;
    const reader = {
      t: (key: string, values: Values = NONE): string => {
        const colon = key.indexOf(':');
        const text =
          colon === -1
            ? this.messages.get(namespace)?.[key]
            : this.messages.get(key.slice(0, colon))?.[key.slice(colon + 1)];
        return text === undefined ? key : formatMessage(text, values, language);
      },
    };
    this.readers.set(namespace, reader);
    return reader;
  }
}
