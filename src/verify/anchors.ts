import { Fault, must } from './codes.ts';
import { signedAnchor, signedHour, signedKeys } from './documents.ts';
import type { SignedAnchor, SignedHour } from './documents.ts';
import { hourStart } from './evidence.ts';
import { KeyRing, Notary } from './crypto/signatures.ts';
import type { Primitives } from './crypto/signatures.ts';

const HOUR_US = 3_600_000_000;
const DAY_US = 24 * HOUR_US;
const ZEROS = '0'.repeat(64);

/** What a mirror of the transparency files holds: parsed JSON, in any order. */
export interface Mirror {
  /** The newest key manifest. */
  readonly keys: unknown;
  readonly anchors: readonly unknown[];
  readonly hours: readonly unknown[];
  /** Anchors that somebody kept elsewhere. */
  readonly kept: readonly unknown[];
}

/** What is said of one day; `fault` null: all fits. */
export interface AnchoredDay {
  readonly day: string;
  readonly hours: number;
  readonly fault: Fault | null;
}

/**
 * Checks the anchors of a mirror (docs/receipts.md 5.1): each signed, each naming the one before it, each naming all hour roots of its day
 * and no others, and every kept one equal to the mirror's. `root`: the pinned key; without one the mirror's own is believed.
 * Throws a Fault where the mirror's keys do not hold.
 */
export function checkAnchors(mirror: Mirror, root: string | undefined, primitives: Primitives): readonly AnchoredDay[] {
  const notary = new Notary(primitives);
  const keys = signedKeys(mirror.keys, 'keys');
  const ring = new KeyRing(notary, keys, root ?? keys.doc.root);
  const hours = mirror.hours.map((one, i) => signedHour(one, `hour ${i + 1}`));
  const kept = mirror.kept.map((one, i) => signedAnchor(one, `kept anchor ${i + 1}`));
  const anchors = mirror.anchors.map((one, i) => signedAnchor(one, `anchor ${i + 1}`));
  const days: AnchoredDay[] = [];
  let prev = ZEROS;
  for (const anchor of anchors.toSorted((a, b) => (a.doc.day < b.doc.day ? -1 : 1))) {
    const own = { anchor, prev, hours: hours.filter(({ doc }) => doc.hour.startsWith(anchor.doc.day)) };
    days.push({ ...dayOf(anchor), fault: faultOf(() => checkDay({ notary, ring }, own)) });
    prev = notary.digest(anchor.doc);
  }
  for (const anchor of kept) {
    const same = anchors.some(({ doc }) => notary.digest(doc) === notary.digest(anchor.doc));
    const fault = faultOf(() => {
      mustBeSigned(ring, anchor);
      must(same, 'FORKED_HISTORY', 'the anchor that was kept is not the published one of its day');
    });
    if (fault !== null) days.push({ ...dayOf(anchor), fault });
  }
  return days;
}

function dayOf({ doc }: SignedAnchor): Pick<AnchoredDay, 'day' | 'hours'> {
  return { day: doc.day, hours: doc.hours.length };
}

function mustBeSigned(ring: KeyRing, anchor: SignedAnchor): void {
  ring.valid(anchor.doc.key, 'hour', hourStart(`${anchor.doc.day}T00:00:00Z`) + DAY_US);
  ring.mustSign('anchor', anchor, 'HOUR_SIGNATURE');
}

function checkDay(
  { notary, ring }: { readonly notary: Notary; readonly ring: KeyRing },
  of: { readonly anchor: SignedAnchor; readonly prev: string; readonly hours: readonly SignedHour[] },
): void {
  const { anchor, prev, hours } = of;
  mustBeSigned(ring, anchor);
  must(anchor.doc.prev === prev, 'CHAIN', 'the anchor does not name the one before it');
  const named = new Map(anchor.doc.hours.map(({ hour, hash }) => [hour, hash]));
  must(named.size === hours.length, 'FORKED_HISTORY', `${named.size} hours are anchored, ${hours.length} published`);
  for (const hour of hours) {
    ring.valid(hour.doc.key, 'hour', hourStart(hour.doc.hour) + HOUR_US);
    ring.mustSign('hour', hour, 'HOUR_SIGNATURE');
    const same = named.get(hour.doc.hour) === notary.digest(hour.doc);
    must(same, 'FORKED_HISTORY', `the root of ${hour.doc.hour} is not the one that was anchored`);
  }
}

function faultOf(check: () => void): Fault | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
}
