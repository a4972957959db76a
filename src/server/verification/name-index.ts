import type { PoolClient } from 'pg';
import { nameWords } from '#domain/verification/name-words.ts';
import type { Vault } from '#server/vault/index.ts';
import type { GivenName } from './contract.ts';
import { putWords } from './store-name-words.ts';

interface IndexParts {
  readonly vault: Pick<Vault, 'blind'>;
}

/** The table of scripts is large: it is loaded with the first name. */
export const loadRomanise = async () => (await import('./screening/romanise.ts')).romanise;

/** Keyed, and apart from other uses of the key. Who reads the rows sees which people share a word, and no word. */
export function blindWords({ vault }: IndexParts, words: readonly string[]): readonly Buffer[] {
  return words.map((word) => vault.blind(`name word/v1|${word}`));
}

/** Makes the words by which a name is found, in the transaction that keeps the name. */
export async function indexName(
  parts: IndexParts,
  tx: PoolClient,
  { userId, name: { first, last } }: { readonly userId: string; readonly name: Pick<GivenName, 'first' | 'last'> },
): Promise<void> {
  const words = nameWords(`${first ?? ''} ${last ?? ''}`, await loadRomanise());
  await putWords(tx, userId, blindWords(parts, words));
}
