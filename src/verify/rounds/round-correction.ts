import { must } from '../codes.ts';
import type { RoundReceipt } from './round-document.ts';
import type { KeyRing, Notary } from '../crypto/signatures.ts';

/** A batch's time is taken before it asks for corrections, and two machines may sign: how far apart their clocks may be, us. */
const CLOCKS_APART_US = 60_000_000;

/** Seqs of a run, both ends in it. */
export interface RunSeqs {
  readonly first: number;
  readonly last: number;
}

/** Is the correction signed by a key that was in force? */
export function checkCorrectionSignature({ correction }: RoundReceipt, ring: KeyRing): void {
  if (correction === null) return;
  ring.valid(correction.doc.key, 'batch', correction.doc.t);
  ring.mustSign('correction', correction, 'CORRECTION_SIGNATURE');
}

/** Does it stand in the root of an hour? */
export function checkCorrectionHour(notary: Notary, { correction, hours, hour_proofs: proofs }: RoundReceipt): void {
  if (correction === null) return;
  const proof = proofs.find(({ list, item }) => list === 'corrections' && item === 0);
  const hour = proof === undefined ? undefined : hours[proof.hour]?.doc;
  must(proof !== undefined && hour !== undefined, 'FORM', 'no hour holds the correction');
  const at = { index: proof.index, count: hour.corrections.n, path: proof.path, root: hour.corrections.root };
  must(
    notary.stands(notary.plainLeaf(correction.doc), at),
    'HOUR_ROOT',
    `the correction does not stand in ${hour.hour}`,
  );
}

/** Two people corrected a price of one of these runs before the round was void. The last tick of a run only ends it. */
export function checkCorrectionTouches({ correction, result }: RoundReceipt, runs: readonly RunSeqs[]): void {
  must(correction !== null, 'CORRECTION_MISSING', 'void by a correction that the receipt does not hold');
  const { doc } = correction;
  const touches = runs.some(({ first, last }) => doc.from_seq < last && doc.to_seq >= first);
  must(
    touches && doc.from_seq <= doc.to_seq && doc.pair_id === result.pair_id,
    'CORRECTION_UNFOUNDED',
    'the correction holds no price of an average of this round',
  );
  must(new Set(doc.approved_by).size === 2, 'CORRECTION_UNFOUNDED', 'the correction was not approved by two people');
  must(doc.t <= result.t + CLOCKS_APART_US, 'CORRECTION_UNFOUNDED', 'the correction was made after the round was void');
}
