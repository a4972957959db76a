import type { Pool, PoolClient } from 'pg';
import { canonicalJson } from '#domain/proofs/canonical.ts';
import { documentHash, NO_PREV, type ProofDocument } from '#domain/proofs/documents.ts';
import { toHex, utf8 } from '#domain/proofs/hash.ts';
import { leafHash } from '#domain/proofs/merkle.ts';
import { liabilityName } from '#domain/proofs/liabilities/document.ts';
import { hourDocument, segmentDocument } from '#domain/proofs/publication.ts';
import { auditHead } from '#server/audit/index.ts';
import { transaction, type Queryable } from '#server/db/index.ts';
import { sha256 } from '#server/prices/ticks/sha256.ts';
import { TICKS_KEPT_MS } from './archive.ts';
import { roundResult } from './receipts/round-result.ts';
import type { RulesCache } from './rules-cache.ts';
import type { SigningService } from './signing/signing-service.ts';
import { lastAnchor } from './anchors/store-anchors.ts';
import { lastRecordBefore, recordLeaves } from './store-batches.ts';
import { correctionsBetween, lastCorrectionBefore } from './store-corrections.ts';
import { unpublishedEventResults } from './store-event-results.ts';
import { insertEvents, unpublishedRules, type EventRow } from './store-events.ts';
import {
  firstUnpublishedHour,
  lockLastHour,
  insertHour,
  insertSegments,
  lastSegments,
  ledgerHeads,
  unpublishedSegments,
  type HourRow,
  type SegmentRow,
} from './store-hours.ts';
import { unpublishedRounds } from './store-rounds.ts';
import { unpublishedLiabilities } from './liabilities/store-liabilities.ts';
import { HOUR_MS } from '#domain/time.ts';

/** An hour is published this long after its end (docs/rules/proofs.md#what-is-published-when). */
export const PUBLISH_AFTER_MS = 5 * 60_000;

export interface PublisherParts {
  readonly db: Pool;
  readonly service: SigningService;
  /** Decimal digits of a pair's prices. */
  readonly scaleOf: (pairId: string) => number;
  readonly rules: RulesCache;
}

const NOTHING_YET = { admitNo: 0, settleNo: 0, correction: 0 } as const;

/** Signs the roots of all hours that are over at `now` (ms) and have something to say. Gives these hours, oldest first. */
export async function publishDue(parts: PublisherParts, now: number): Promise<readonly number[]> {
  const newest = newestDue(now);
  const published: number[] = [];
  for (;;) {
    const hour = await transaction(parts.db, (tx) => publishNext(tx, parts, newest));
    if (hour === null) return published;
    published.push(hour);
  }
}

/** The last hour that may have a root at `now` (ms). */
export function newestDue(now: number): number {
  return Math.floor((now - PUBLISH_AFTER_MS) / HOUR_MS) - 1;
}

async function publishNext(tx: PoolClient, parts: PublisherParts, newest: number): Promise<number | null> {
  await parts.service.renew(tx);
  const last = await lockLastHour(tx);
  const hour = await nextHour(tx, last);
  if (hour === null || hour > newest) return null;
  await publishHour(tx, parts, { hour, last });
  return hour;
}

/** The hour whose root comes after `last`, due or not. null: there is nothing that no root holds. */
export async function nextHour(db: Queryable, last: HourRow | null): Promise<number | null> {
  const first = await firstUnpublishedHour(db, last ?? NOTHING_YET);
  if (first === null) return null;
  // What came late stands in the next root: an hour has one for ever, and an anchored day is closed.
  const anchored = ((await lastAnchor(db))?.day ?? -1) + 1;
  return Math.max(first, (last?.hour ?? first - 1) + 1, anchored * 24);
}

async function publishHour(
  tx: PoolClient,
  { service, scaleOf, rules }: PublisherParts,
  { hour, last }: { readonly hour: number; readonly last: HourRow | null },
): Promise<void> {
  const from = last ?? NOTHING_YET;
  const before = (hour + 1) * HOUR_MS;
  const admitNo = await lastRecordBefore(tx, { type: 'admit-batch', after: from.admitNo, before });
  const settleNo = await lastRecordBefore(tx, { type: 'settle-batch', after: from.settleNo, before });
  const correction = Math.max(from.correction, await lastCorrectionBefore(tx, before));
  const segments = await nextSegments(tx, hour, scaleOf);
  const events = await nextEvents(tx, hour, rules);
  const doc = hourDocument(sha256, {
    hour: hourText(hour),
    prev: last === null ? NO_PREV : toHex(last.hash),
    ticks: segments.map((segment) => textLeaf(segment.doc)),
    admit: await recordLeaves(tx, { type: 'admit-batch', after: from.admitNo, upto: admitNo }),
    settle: await recordLeaves(tx, { type: 'settle-batch', after: from.settleNo, upto: settleNo }),
    corrections: (await correctionsBetween(tx, from.correction, correction)).map((one) => textLeaf(one.doc)),
    events: events.map((event) => textLeaf(event.doc)),
    audit: await auditHead(tx),
    ledger: await ledgerHeads(tx, before),
    keyId: service.keyId('hour', before),
  });
  await insertHour(tx, {
    hour,
    doc: canonicalJson(doc),
    sig: await service.sign('hour', doc),
    hash: Buffer.from(documentHash(sha256, doc)),
    admitNo,
    settleNo,
    correction,
  });
  await insertSegments(tx, segments);
  await insertEvents(tx, events);
}

/** Rules that no root names yet, results of rounds and events that ended by then, and proofs of liabilities: a result never stands in an earlier root than its rules. */
async function nextEvents(tx: PoolClient, hour: number, rules: RulesCache): Promise<readonly EventRow[]> {
  const docs: { readonly name: string; readonly doc: string }[] = [];
  for (const hash of await unpublishedRules(tx)) {
    docs.push({ name: `rules/${hash}`, doc: canonicalJson({ v: 1, type: 'rules', rules_hash: hash }) });
  }
  const before = (hour + 1) * HOUR_MS;
  for (const round of await unpublishedRounds(tx, { since: before - TICKS_KEPT_MS, before })) {
    docs.push({ name: `round/${round.market}`, doc: canonicalJson(await roundResult(tx, rules, round)) });
  }
  for (const { name, doc } of await unpublishedEventResults(tx, before)) docs.push({ name, doc: canonicalJson(doc) });
  for (const { no, doc } of await unpublishedLiabilities(tx, before)) docs.push({ name: liabilityName(no), doc });
  return docs.map((one, place) => ({ hour, place, ...one }));
}

/** Headers of the sealed segments that no root holds yet, each naming the one before it on its stream. */
async function nextSegments(
  tx: PoolClient,
  hour: number,
  scaleOf: PublisherParts['scaleOf'],
): Promise<readonly SegmentRow[]> {
  const before = new Map([...(await lastSegments(tx))].map(([stream, row]) => [stream, hashOf(row.doc)]));
  return (await unpublishedSegments(tx, hour)).map((sealed, place) => {
    const doc: ProofDocument = segmentDocument({
      ...sealed,
      hour: hourText(sealed.hour),
      scale: scaleOf(sealed.pair),
      prev: before.get(sealed.stream) ?? NO_PREV,
    });
    const text = canonicalJson(doc);
    before.set(sealed.stream, hashOf(text));
    const { stream, firstSeq, lastSeq } = sealed;
    return { stream, firstSeq, lastSeq, hour, place, doc: text };
  });
}

function hashOf(text: string): string {
  return toHex(sha256(utf8(text)));
}

/** Leaf of a document by its canonical text. */
export function textLeaf(text: string): Uint8Array {
  return leafHash(sha256, utf8(text));
}

/** `2026-11-20T17:00:00Z` of an hour since 1970. */
export function hourText(hour: number): string {
  return `${new Date(hour * HOUR_MS).toISOString().slice(0, 13)}:00:00Z`;
}
