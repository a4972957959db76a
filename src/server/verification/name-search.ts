import type { Pool } from 'pg';
import { holds } from '#domain/office/permissions.ts';
import { askedWords } from '#domain/verification/name-words.ts';
import { isRowId } from '#protocol/codecs.ts';
import { transaction } from '#server/db/index.ts';
import type { SearchSeat } from '#server/desk/contract.ts';
import type { Vault } from '#server/vault/index.ts';
import { nameIn } from './legal-names.ts';
import { blindWords, indexName, loadRomanise } from './name-index.ts';
import { findByWords, namesWithoutWords } from './store-name-words.ts';

interface SearchParts {
  readonly db: Pool;
  readonly vault: Pick<Vault, 'blind' | 'open'>;
}

/** Names of one step of making words for those that have none. */
const STEP = 100;

/** Makes words for names that were kept before there were any. Goes on where it ended. */
export async function indexOldNames(parts: SearchParts): Promise<void> {
  for (;;) {
    const done = await transaction(parts.db, async (tx) => {
      const names = await namesWithoutWords(tx, STEP);
      for (const { userId, sealed } of names) {
        await indexName(parts, tx, { userId, name: await nameIn(parts, tx, { userId, sealed }) });
      }
      return names.length;
    });
    if (done < STEP) return;
  }
}

/** Finds people by whole words of their legal name, all of them, in any order: for whoever may see personal data in clear. */
export function nameSearch(parts: SearchParts): SearchSeat {
  const { db } = parts;
  return {
    desk: 'people',
    title: 'People by legal name',
    find: async (text, { by, limit }) => {
      if (!holds(by.role, 'people.clear') || text.includes('@') || isRowId(text)) return [];
      const words = askedWords(text, await loadRomanise());
      if (words.length === 0) return [];
      const found = await findByWords(db, { words: blindWords(parts, words), limit });
      return Promise.all(
        found.map(async ({ userId, sealed, status }) => {
          const { first, last } = await nameIn(parts, db, { userId, sealed });
          return { id: userId, title: `${first ?? ''} ${last ?? ''}`.trim(), text: `Name ${status.toLowerCase()}` };
        }),
      );
    },
  };
}
