import { Fault } from '../codes.ts';
import { hourStart } from '../evidence.ts';
import type { SignedHour } from '../documents.ts';
import type { KeyRing, Notary } from '../crypto/signatures.ts';

const HOUR_US = 3_600_000_000;

/**
 * Two different signed roots of one hour, or with one and the same predecessor, prove that history was forked: the
 * fault prints both. Roots whose signature does not hold prove nothing and are left out.
 */
export function checkForks(given: {
  readonly notary: Notary;
  readonly ring: KeyRing;
  readonly hours: readonly SignedHour[];
}): void {
  const seen = new Map<string, { readonly digest: string; readonly hour: SignedHour }>();
  for (const hour of given.hours) {
    if (!isSigned(given, hour)) continue;
    const digest = given.notary.digest(hour.doc);
    for (const name of [`hour ${hour.doc.hour}`, `prev ${hour.doc.prev}`]) {
      const other = seen.get(name);
      if (other !== undefined && other.digest !== digest) {
        throw new Fault(
          'FORKED_HISTORY',
          `two signed roots: ${JSON.stringify(other.hour)} and ${JSON.stringify(hour)}`,
        );
      }
      seen.set(name, { digest, hour });
    }
  }
}

/** Does a key that was valid then sign the root? */
export function isSigned({ ring }: { readonly ring: KeyRing }, hour: SignedHour): boolean {
  try {
    ring.valid(hour.doc.key, 'hour', hourStart(hour.doc.hour) + HOUR_US);
    ring.mustSign('hour', hour, 'HOUR_SIGNATURE');
    return true;
  } catch {
    return false;
  }
}
