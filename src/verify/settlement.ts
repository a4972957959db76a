import type { Case } from './case.ts';
import { must } from './codes.ts';
import { checkBatch } from './evidence.ts';

/** Step 11: the settlement stands in a signed batch, and a correction in its own tree. */
export function checkSettlement(given: Case): void {
  const { notary, ring, receipt } = given;
  const { result, settle_proof: proof, admit_proof: admitted } = receipt;
  if (result === null || proof === null) return;
  const fits = proof.batch.type === 'settle-batch' && proof.salt === admitted.salt;
  must(fits, 'SETTLEMENT_ROOT', 'the batch is not one of settlements, or the salt is another');
  checkBatch({ notary, ring, proof, document: result, codes: ['SETTLEMENT_ROOT', 'SETTLEMENT_SIGNATURE'] });
  must(proof.batch.t === result.t, 'SETTLEMENT_TIME', 'the batch is of another time than the settlement');
  must(result.t >= receipt.admission.t_adm, 'SETTLEMENT_TIME', 'settled before it was admitted');
  must(result.replaces === null, 'CORRECTION_UNFOUNDED', 'a first result that replaces another');
  checkCorrection(given);
}

/** Only a signed correction whose range holds the entry or the exit takes a result back, and always as a void (I18). */
function checkCorrection({ notary, ring, receipt }: Case): void {
  const { result, correction, admit_proof: admitted, admission } = receipt;
  if (correction === null || result === null) return;
  const { doc, sig, result: after, index, count, path } = correction;
  ring.mustSign('correction', { doc, sig }, 'CORRECTION_SIGNATURE');
  const leaf = notary.saltedLeaf(admitted.salt, after);
  const stands = doc.voided.n === count && doc.count === count;
  must(
    stands && notary.stands(leaf, { index, count, path, root: doc.voided.root }),
    'CORRECTION_ROOT',
    'the new result does not stand in the correction',
  );
  const holds = [result.entry_seq, result.exit_seq].some(
    (seq) => seq !== null && doc.from_seq <= seq && seq <= doc.to_seq,
  );
  const people = new Set(doc.approved_by).size === 2;
  const same =
    after.entry_seq === result.entry_seq && after.exit_seq === result.exit_seq && after.ticks === result.ticks;
  const takesBack = after.replaces === notary.digest(result) && after.reason === 'SOURCE_CORRECTION';
  must(
    holds && people && same && takesBack && doc.pair_id === admission.pair_id,
    'CORRECTION_UNFOUNDED',
    'the correction does not cover this prediction',
  );
}
