import type { Case } from '../case.ts';
import { Fault } from '../codes.ts';
import type { Receipt, SignedHour } from '../documents.ts';
import { hourStart } from '../evidence.ts';
import { isSigned } from './forks.ts';

const HOUR_US = 3_600_000_000;
/** Hour roots are made this long after the hour (docs/receipts.md 5), ms. */
const PUBLISHED_AFTER_MS = 300_000;

/** Signed batches, or a correction, of which the receipt shows no place in an hour root. */
export interface Unplaced {
  /** The last hour that they are of, as roots write it. */
  readonly hour: string;
  /** When a root that holds all of them is public, ms. */
  readonly due: number;
  /** When the first of their keys ended, where that was before `due`, ms: only a root shows what was signed before. Null: none did. */
  readonly keyEnded: number | null;
}

/** What the receipt shows no place of; null: nothing. Ticks are not asked after: their files end, and the signed result names them. */
export function unplacedOf(
  { ring, receipt }: Pick<Case, 'ring' | 'receipt'>,
  missing: readonly string[],
): Unplaced | null {
  const docs = signedOf(receipt).flatMap(({ name, doc }) => (missing.includes(name) ? [doc] : []));
  if (docs.length === 0) return null;
  const start = Math.max(...docs.map(({ t }) => Math.floor(t / HOUR_US) * HOUR_US));
  const due = (start + HOUR_US) / 1_000 + PUBLISHED_AFTER_MS;
  const ends = docs.map(({ key, t }) => {
    const { to, revoked } = ring.valid(key, 'batch', t);
    return Math.min(to, revoked ?? to) / 1_000;
  });
  const first = Math.min(...ends);
  const hour = `${new Date(start / 1_000).toISOString().slice(0, 19)}Z`;
  return { hour, due, keyEnded: first < due ? first : null };
}

/** Throws NOT_PUBLISHED where one of the roots is of the hour of what shows no place in any, or of a later one: it would stand in it. */
export function checkPlaced(
  given: Pick<Case, 'notary' | 'ring'>,
  { unplaced, hours }: { readonly unplaced: Unplaced | null; readonly hours: readonly SignedHour[] },
): void {
  if (unplaced === null) return;
  const from = hourStart(unplaced.hour);
  const root = hours.find((hour) => hourStart(hour.doc.hour) >= from && isSigned(given, hour));
  if (root === undefined) return;
  throw new Fault(
    'NOT_PUBLISHED',
    `the root of ${root.doc.hour} is published, and the receipt shows no place in it; one saved before then has to be fetched again`,
  );
}

/** Every document with a time of its own that stands in the root of an hour, by its name among what is missing. */
function signedOf(
  receipt: Receipt,
): readonly { readonly name: string; readonly doc: { readonly t: number; readonly key: string } }[] {
  return [
    { name: 'admit 0', doc: receipt.admit_proof.batch },
    ...(receipt.settle_proof === null ? [] : [{ name: 'settle 0', doc: receipt.settle_proof.batch }]),
    ...(receipt.correction === null ? [] : [{ name: 'corrections 0', doc: receipt.correction.doc }]),
  ];
}
