import { createContext, useContext } from 'react';
import type { TextSpace } from './types.d.ts';
import type { Texts, Translate } from './texts.ts';

/** The texts of the document. */
export const TextsContext = createContext<Texts | null>(null);

/** Reads the texts of a namespace, or of several, the first of which needs no name in a key. `t` stays the same while the language does. */
export function useTranslation<const N extends TextSpace>(space: N): { readonly t: Translate<N> } {
  const texts = useContext(TextsContext);
  if (texts === null) throw new Error('outside of the document');
  return texts.of(typeof space === 'string' ? space : space[0]);
}
