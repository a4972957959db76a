import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import { spellingOf } from '#domain/verification/screening/addresses.ts';
import type { ListEntry } from '#domain/verification/screening/entries.ts';
import { MATCHER } from '#domain/verification/screening/screener.ts';
import { actorOf, type Audit, type HouseAct } from '#server/audit/index.ts';
import type { Clock } from '#server/clock.ts';
import { enqueue } from '#server/jobs/index.ts';
import type { IsListedAddress } from '../contract.ts';
import { RESCREEN, SCREEN_PERSON } from './jobs.ts';
import { entriesAt, findList, insertList, setCounts, type KeptEntry } from './store-lists.ts';
import { insertSheet } from './store-sheets.ts';
import { newlyFound } from './store-differences.ts';

export interface ListParts {
  readonly clock: Pick<Clock, 'now'>;
  readonly audit: Pick<Audit, 'write'>;
}

/** What became of a list that was given. */
export interface AddedList {
  readonly no: string;
  readonly entries: number;
  /** false: it is the one that is there already, and nothing was done. */
  readonly isNew: boolean;
}

/**
 * Adds a version of the sanctions list, and has everybody screened against what is new in it. `isTried`: it is only tried, in the shadow, and
 * counts from `letCount` on. `act` null: the product itself, for its practice list. Throws for a list without entries.
 */
export async function addList(
  { clock, audit }: ListParts,
  tx: PoolClient,
  {
    name,
    entries,
    act,
    isTried = false,
  }: {
    readonly name: string;
    readonly entries: readonly ListEntry[];
    readonly act: HouseAct | null;
    readonly isTried?: boolean;
  },
): Promise<AddedList> {
  // One at a time: two starts would both find none.
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('sanctions_list'))`);
  const kept = keptOf(entries);
  const sha256 = createHash('sha256')
    .update(kept.map(({ digest }) => digest).join('\n'))
    .digest();
  const newest = await findList(tx);
  if (newest !== null && newest.sha256.equals(sha256)) return { no: newest.no, entries: newest.entries, isNew: false };
  const now = clock.now();
  const no = await insertList(tx, { name, sha256, entries: kept, now, isTried });
  const sheetId = uuidv7();
  await insertSheet(tx, { id: sheetId, listNo: no, threshold: MATCHER.threshold, shadow: isTried, now });
  await enqueue(tx, RESCREEN, { sheetId });
  if (act !== null) {
    const action = isTried ? 'sanctions_list.tried' : 'sanctions_list.added';
    const about = { action, objectType: 'sanctions_list', objectId: no, reason: act.reason };
    await audit.write(tx, { ...actorOf(act.by), ...about, after: { name, entries: kept.length } });
  }
  return { no, entries: kept.length, isNew: true };
}

/**
 * A version that was tried counts from now on: everybody is screened against it, first those of whom the trial says that they are found by it.
 * false: it counts already, or there is none.
 */
export async function letCount(
  { clock, audit }: ListParts,
  tx: PoolClient,
  { no, by, reason }: HouseAct & { readonly no: string },
): Promise<boolean> {
  const now = clock.now();
  if (!(await setCounts(tx, no, now))) return false;
  for (const userId of await newlyFound(tx, no)) await enqueue(tx, SCREEN_PERSON, { userId });
  const sheetId = uuidv7();
  await insertSheet(tx, { id: sheetId, listNo: no, threshold: MATCHER.threshold, shadow: false, now });
  await enqueue(tx, RESCREEN, { sheetId });
  const about = { action: 'sanctions_list.counts', objectType: 'sanctions_list', objectId: no, reason };
  await audit.write(tx, { ...actorOf(by), ...about });
  return true;
}

export const isListedAddress: IsListedAddress = async (db, address) =>
  (await entriesAt(db, spellingOf(address))).length > 0;

function keptOf(entries: readonly ListEntry[]): readonly KeptEntry[] {
  const kept = new Map(
    entries.map((entry) => {
      const digest = createHash('sha256').update(JSON.stringify(entry)).digest('hex');
      return [digest, { digest, entry }];
    }),
  );
  return [...kept.values()].toSorted((one, other) => (one.digest < other.digest ? -1 : 1));
}
