import type { ByCountry } from '#domain/by-country.ts';
import { reviewTimesOf } from '#domain/settings/settings.ts';
import { moveDocument } from '#domain/verification/documents.ts';
import { toIso } from '#protocol/codecs.ts';
import { transaction } from '#server/db/index.ts';
import { record } from '#server/facts/index.ts';
import type { DocumentParts } from './parts.ts';
import { findDocument, listExpired, lockDocuments, saveDocument } from './store.ts';
import { forgetObject, listRemoved, objectsOf, removeOld, removeStale } from './store-files.ts';
import { markAlarms } from './store-reviews.ts';
import { DAY_MS, HOUR_MS } from '#domain/time.ts';

/** What a person did not send lies ready for a week. */
const UNSENT_MS = 7 * DAY_MS;
const YEAR_MS = 366 * DAY_MS;

/** Alarms of reviews that wait too long: a line in the log, once each. */
export async function ringLate({ db, clock, log, settings }: DocumentParts): Promise<void> {
  for (const [index, age] of reviewTimesOf(settings.values).alarmsMs.entries()) {
    const late = await markAlarms(db, { before: clock.now() - age, alarms: index + 1 });
    if (late.length === 0) continue;
    const hours = age / HOUR_MS;
    log.error(
      { alarm: 'documents', reviews: late.slice(0, 20), count: late.length, hours },
      `documents wait for ${hours} h`,
    );
  }
}

/** Documents whose last day is over are wanted anew. */
export async function endExpired({ db, clock, audit }: DocumentParts): Promise<void> {
  const now = clock.now();
  const today = toIso(now).slice(0, 10);
  for (const { userId, document } of await listExpired(db, today)) {
    await transaction(db, async (tx) => {
      await lockDocuments(tx, userId);
      const from = await findDocument(tx, userId, document);
      const moved = moveDocument(from, { type: 'expire' });
      if (!moved.ok || from.validUntil === null || from.validUntil >= today) return;
      await saveDocument(tx, { userId, from, next: moved.next, now });
      const told = { userId, document, status: moved.next.status, isFinal: false, reason: null } as const;
      await record(tx, [{ kind: 'document.decided', ...told }]);
      await audit.write(tx, {
        actorId: null,
        role: 'SYSTEM',
        action: 'document.expired',
        objectType: 'document',
        objectId: document,
        subjectId: userId,
      });
    });
  }
}

/**
 * Takes away what was never sent, and what the law lets go of; and finishes what a process left that ended between an object and its row. A
 * person under a legal hold keeps everything.
 */
export async function cleanUp(parts: DocumentParts): Promise<void> {
  const { db, clock, config, audit } = parts;
  const now = clock.now();
  await removeStale(db, { before: now - UNSENT_MS, now });
  await transaction(db, async (tx) => {
    for (const { id, userId } of await removeOld(tx, { before: agoOf(config.recordYears, now), now })) {
      await audit.write(tx, {
        actorId: null,
        role: 'SYSTEM',
        action: 'document.erased',
        objectType: 'document_file',
        objectId: id,
        subjectId: userId,
      });
    }
  });
  await sweep(parts);
}

/** The moment (ms) that lies so many years back, in each country. */
function agoOf({ everywhere, countries }: ByCountry, now: number): ByCountry {
  const ago = (years: number) => now - years * YEAR_MS;
  return {
    everywhere: ago(everywhere),
    countries: new Map([...countries].map(([country, years]) => [country, ago(years)])),
  };
}

/** Removes the objects of removed files. */
async function sweep({ db, clock, objects }: DocumentParts): Promise<void> {
  for (const { id, object } of await listRemoved(db, clock.now() - HOUR_MS)) {
    if (object !== null) await objects.remove(object);
    await forgetObject(db, id);
  }
}

/** All of a person, when the law has let go: the objects first, so that a cut leaves rows by which it goes on. */
export async function forgetDocuments(
  { db, objects }: Pick<DocumentParts, 'db' | 'objects'>,
  userId: string,
): Promise<void> {
  for (const object of await objectsOf(db, userId)) await objects.remove(object);
}
