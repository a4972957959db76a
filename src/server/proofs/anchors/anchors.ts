import type { PoolClient } from 'pg';
import { canonicalJson } from '#domain/proofs/canonical.ts';
import { documentHash, NO_PREV } from '#domain/proofs/documents.ts';
import { toHex } from '#domain/proofs/hash.ts';
import { anchorDocument } from '#domain/proofs/publication.ts';
import { transaction } from '#server/db/index.ts';
import { sha256 } from '#server/prices/ticks/sha256.ts';
import { hourText, newestDue, type PublisherParts } from '../publisher.ts';
import { hoursOfNextDay, insertAnchor, lastAnchor } from './store-anchors.ts';
import { lockLastHour } from '../store-hours.ts';
import { HOUR_MS } from '#domain/time.ts';

const DAY_HOURS = 24;

/** Signs the anchors of all days that are over at `now` (ms) and have an hour root, once their hours are published. Gives how many. */
export async function anchorDue(parts: Pick<PublisherParts, 'db' | 'service'>, now: number): Promise<number> {
  for (let made = 0; ; made += 1) {
    if (!(await transaction(parts.db, (tx) => anchorNext(tx, parts, newestDue(now))))) return made;
  }
}

async function anchorNext(
  tx: PoolClient,
  { service }: Pick<PublisherParts, 'service'>,
  newest: number,
): Promise<boolean> {
  await service.renew(tx);
  // No hour of an anchored day gets a root any more: who makes one holds the same.
  await lockLastHour(tx);
  const last = await lastAnchor(tx);
  const hours = await hoursOfNextDay(tx, last === null ? 0 : (last.day + 1) * DAY_HOURS);
  const [first] = hours;
  if (first === undefined) return false;
  const day = Math.floor(first.hour / DAY_HOURS);
  const end = (day + 1) * DAY_HOURS;
  if (end - 1 > newest) return false;
  const doc = anchorDocument({
    day: dayText(day),
    prev: last === null ? NO_PREV : toHex(last.hash),
    hours: hours.map(({ hour, hash }) => ({ hour: hourText(hour), hash: toHex(hash) })),
    keyId: service.keyId('hour', end * HOUR_MS),
  });
  await insertAnchor(tx, {
    day,
    doc: canonicalJson(doc),
    sig: await service.sign('anchor', doc),
    hash: Buffer.from(documentHash(sha256, doc)),
  });
  return true;
}

/** `2026-11-20` of a day since 1970. */
export function dayText(day: number): string {
  return hourText(day * DAY_HOURS).slice(0, 10);
}
