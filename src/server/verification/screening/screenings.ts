import type { PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import type { Clock } from '#server/clock.ts';
import { enqueue } from '#server/jobs/index.ts';
import { RESCREEN } from './jobs.ts';
import { letCount } from './lists.ts';
import { findList } from './store-lists.ts';
import { insertSheet, listSheets } from './store-sheets.ts';

/** Screens everybody with another threshold, counts, and opens no case. The id of its sheet; null: there is no list. */
async function beginShadow(
  { clock }: { readonly clock: Pick<Clock, 'now'> },
  tx: PoolClient,
  threshold: number,
): Promise<string | null> {
  const list = await findList(tx);
  if (list === null) return null;
  const id = uuidv7();
  await insertSheet(tx, { id, listNo: list.no, threshold, shadow: true, now: clock.now() });
  await enqueue(tx, RESCREEN, { sheetId: id });
  return id;
}

/** Screenings of everybody. */
export const SCREENINGS = { list: listSheets, shadow: beginShadow, letCount } as const;
