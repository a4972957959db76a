import type { Pool, PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import { nextName } from '#domain/verification/name-check.ts';
import { MATCHER, type Hit } from '#domain/verification/screening/screener.ts';
import { spanOf } from '#domain/settings/settings.ts';
import type { Clock } from '#server/clock.ts';
import { transaction } from '#server/db/index.ts';
import { record } from '#server/facts/index.ts';
import { JobFault } from '#server/jobs/index.ts';
import type { LiveSettings } from '#server/settings/index.ts';
import type { Vault } from '#server/vault/index.ts';
import { findOpenCase, insertCase, insertHits, knownHits, type NewHit } from '../cases/store-cases.ts';
import { nameIn } from '../legal-names.ts';
import { countryOf, lockName, noteScreened, saveName, type NameRow } from '../store.ts';
import type { OpenList, OpenLists } from './screeners.ts';
import { insertDifference } from './store-differences.ts';
import { findList } from './store-lists.ts';
import { endSheet, findNamed, findSheet, moveSheet, type Sheet } from './store-sheets.ts';

export interface ScreenParts {
  readonly db: Pool;
  readonly clock: Pick<Clock, 'now'>;
  readonly vault: Vault;
  readonly openLists: OpenLists;
  readonly settings: Pick<LiveSettings, 'values'>;
}

/** People of one step of a screening of everybody: one transaction. */
const STEP = 100;

/** Screens one person against the newest list. Done twice it changes nothing more. Throws where there is no list: nobody is approved unseen. */
export async function screenPerson(parts: ScreenParts, userId: string): Promise<void> {
  const list = await findList(parts.db);
  if (list === null) throw new JobFault('no sanctions list');
  const open = await parts.openLists(list.no, MATCHER.threshold);
  await transaction(parts.db, (tx) => screenOne(parts, tx, { userId, listNo: list.no, open }));
}

/** Screens everybody by a sheet, in steps: a try that ends is gone on with by the next. */
export async function screenAll(parts: ScreenParts, sheetId: string, signal: AbortSignal): Promise<void> {
  const first = await findSheet(parts.db, sheetId);
  if (first === null || first.endedAt !== null) return;
  const open = await parts.openLists(first.listNo, first.threshold);
  for (let sheet: Sheet | null = first; sheet !== null; sheet = await findSheet(parts.db, sheetId)) {
    signal.throwIfAborted();
    const people = await findNamed(parts.db, sheet.afterUser, STEP);
    const last = people.at(-1);
    if (last === undefined) return endSheet(parts.db, sheetId, parts.clock.now());
    await screenStep(parts, { sheet, people, last, open });
  }
}

async function screenStep(
  parts: ScreenParts,
  {
    sheet,
    people,
    last,
    open,
  }: { readonly sheet: Sheet; readonly people: readonly string[]; readonly last: string; readonly open: OpenList },
): Promise<void> {
  await transaction(parts.db, async (tx) => {
    let hits = 0;
    for (const userId of people) {
      const one = { userId, listNo: sheet.listNo, open };
      hits += sheet.shadow ? await tryOne(parts, tx, { ...one, sheetId: sheet.id }) : await screenOne(parts, tx, one);
    }
    const { id, afterUser } = sheet;
    const isOurs = await moveSheet(tx, { id, afterUser, to: last, screened: people.length, hits });
    if (!isOurs) throw new JobFault('another try goes on');
  });
}

interface One {
  readonly userId: string;
  readonly listNo: string;
  readonly open: OpenList;
}

/** Screens a person whose row is held, and does what follows. Answers how many hits are new. */
async function screenOne(parts: ScreenParts, tx: PoolClient, { userId, listNo, open }: One): Promise<number> {
  const row = await lockName(tx, userId);
  if (row.status !== 'PENDING_APPROVE' && row.status !== 'APPROVED') return 0;
  const hits = await hitsOn(parts, tx, { userId, row, open });
  if (hits === null) return 0;
  const seen = await knownHits(tx, { userId, nameVersion: row.version });
  const isNew = (hit: Hit) => !seen.has(open.digests.get(hit.entryId) ?? '');
  const fresh = hits.filter(isNew);
  await noteScreened(tx, userId, listNo);
  const known = await findOpenCase(tx, userId);
  if (fresh.length > 0) {
    const now = parts.clock.now();
    const caseId = known ?? uuidv7();
    if (known === null)
      await insertCase(tx, { id: caseId, userId, now, dueAt: now + spanOf('cases.due_hours', parts.settings.values) });
    const sealedHits = await sealed(parts, tx, { userId, fresh, open });
    await insertHits(tx, { caseId, userId, listNo, nameVersion: row.version, now, hits: sealedHits });
  }
  await follow(tx, { userId, row, isHit: fresh.length > 0, isOpen: known !== null });
  return fresh.length;
}

/** Moves the name by what was found, and tells of it. */
async function follow(
  tx: PoolClient,
  {
    userId,
    row,
    isHit,
    isOpen,
  }: { readonly userId: string; readonly row: NameRow; readonly isHit: boolean; readonly isOpen: boolean },
): Promise<void> {
  const status = isHit ? nextName(row.status, 'hit') : isOpen ? null : nextName(row.status, 'clear');
  if (isHit) await record(tx, [{ kind: 'verification.case_opened', userId }]);
  if (status === null || status === row.status) return;
  await saveName(tx, userId, { status });
  await record(tx, [
    { kind: 'verification.name_decided', userId, status, isAwaited: false },
    { kind: 'eligibility.changed', userId },
  ]);
}

/** Screens a person in the shadow, and notes where that comes to something else than what counts. Answers how many hits there are. */
async function tryOne(
  parts: ScreenParts,
  tx: PoolClient,
  { userId, sheetId, open }: One & { readonly sheetId: string },
): Promise<number> {
  const row = await lockName(tx, userId);
  const hits = (await hitsOn(parts, tx, { userId, row, open })) ?? [];
  const digests = hits.map(({ entryId }) => open.digests.get(entryId) ?? '');
  const seen = await knownHits(tx, { userId, nameVersion: row.version });
  const isNew = digests.some((digest) => !seen.has(digest));
  const isOpen = (await findOpenCase(tx, userId)) !== null;
  const score = hits.reduce<number | null>((most, hit) => Math.max(most ?? 0, hit.score), null);
  if (isNew) await insertDifference(tx, sheetId, { userId, kind: 'new', score });
  else if (isOpen && hits.length === 0) await insertDifference(tx, sheetId, { userId, kind: 'gone', score });
  return hits.length;
}

/** null: nothing to screen, or the key of the person is gone. */
async function hitsOn(
  { vault }: ScreenParts,
  tx: PoolClient,
  { userId, row, open }: { readonly userId: string; readonly row: NameRow; readonly open: OpenList },
): Promise<readonly Hit[] | null> {
  const { first, last, birthDate } = await nameIn({ vault }, tx, { userId, sealed: row.sealed });
  if (first === null || last === null) return null;
  const country = await countryOf(tx, userId);
  return open.screener.screen({ name: `${first} ${last}`, birthDate, countries: country === null ? [] : [country] });
}

function sealed(
  { vault }: ScreenParts,
  tx: PoolClient,
  { userId, fresh, open }: { readonly userId: string; readonly fresh: readonly Hit[]; readonly open: OpenList },
): Promise<readonly NewHit[]> {
  return Promise.all(
    fresh.map(async (hit) => ({
      entryId: hit.entryId,
      digest: open.digests.get(hit.entryId) ?? '',
      score: hit.score,
      features: await vault.seal(tx, userId, JSON.stringify(hit)),
    })),
  );
}
