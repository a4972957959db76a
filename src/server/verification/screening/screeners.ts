import { setImmediate } from 'node:timers/promises';
import type { Pool } from 'pg';
import { Screener } from '#domain/verification/screening/screener.ts';
import { romanise } from './romanise.ts';
import { findEntries } from './store-lists.ts';

/** A version of the list, ready to be asked. */
export interface OpenList {
  readonly screener: Screener;
  /** Digest of each entry, hex, by its id. */
  readonly digests: ReadonlyMap<string, string>;
}

/** Opens a version of the list with a threshold. The last one stays open. */
export type OpenLists = (listNo: string, threshold: number) => Promise<OpenList>;

/** A whole list takes seconds: what else the thread does goes on between so many entries. */
const AT_ONCE = 25;

export function createOpenLists({ db }: { readonly db: Pool }): OpenLists {
  let last: { readonly key: string; readonly list: Promise<OpenList> } | null = null;
  return (listNo, threshold) => {
    const key = `${listNo}/${threshold}`;
    if (last?.key !== key) {
      const list = open(db, listNo, threshold);
      last = { key, list };
      // One that could not be opened is opened anew.
      list.catch(() => {
        if (last?.list === list) last = null;
      });
    }
    return last.list;
  };
}

async function open(db: Pool, listNo: string, threshold: number): Promise<OpenList> {
  const kept = await findEntries(db, listNo);
  const screener = new Screener([], { romanise, matcher: { threshold } });
  for (const [at, { entry }] of kept.entries()) {
    screener.add(entry);
    if (at % AT_ONCE === 0) await setImmediate();
  }
  return { screener, digests: new Map(kept.map(({ digest, entry }) => [entry.id, digest])) };
}
