import {
  admissionDocument,
  blindUser,
  documentHash,
  saltedLeafOf,
  settlementDocument,
  type ProofDocument,
} from '#domain/proofs/documents.ts';
import { toHex } from '#domain/proofs/hash.ts';
import { sha256 } from '#server/prices/ticks/sha256.ts';
import type { ProvenPrediction } from '../store-predictions.ts';

/** A document of a prediction with H(JCS(document)) and its leaf. */
export interface Leaf {
  readonly doc: ProofDocument;
  readonly hash: Uint8Array;
  readonly leaf: Uint8Array;
}

/** The admission of a prediction, from its row: the same bytes whenever it is made. */
export function admissionOf(
  prediction: ProvenPrediction,
  with_: { readonly userSalt: Buffer; readonly scale: number },
): Leaf {
  const doc = admissionDocument({
    ...prediction,
    user: blindUser(sha256, with_.userSalt, prediction.userId),
    scale: with_.scale,
  });
  return leafOf(prediction, doc);
}

/** The settlement of a prediction that has ended. */
export function settlementOf(prediction: ProvenPrediction, admission: Leaf): Leaf {
  const { end } = prediction;
  if (end === null) throw new Error(`prediction ${prediction.id} has not ended`);
  const doc = settlementDocument(sha256, {
    id: prediction.id,
    realm: prediction.realm,
    admission: toHex(admission.hash),
    outcome: end.outcome,
    credit: end.credit,
    reason: end.reason,
    entrySeq: prediction.entrySeq,
    exitSeq: end.exitSeq,
    records: [...prediction.entryRecords, ...end.records],
    settledAt: end.settledAt,
    sale: end.sale,
    replaces: null,
  });
  return leafOf(prediction, doc);
}

/** The settlement that a correction puts in the place of `before`: void, the stake back. */
export function correctedOf(
  prediction: ProvenPrediction,
  before: { readonly admission: Leaf; readonly settlement: Leaf; readonly at: number },
): Leaf {
  const { end } = prediction;
  if (end === null) throw new Error(`prediction ${prediction.id} has not ended`);
  const doc = settlementDocument(sha256, {
    id: prediction.id,
    realm: prediction.realm,
    admission: toHex(before.admission.hash),
    outcome: 'VOID',
    credit: prediction.stake,
    reason: 'SOURCE_CORRECTION',
    entrySeq: prediction.entrySeq,
    exitSeq: end.exitSeq,
    records: [...prediction.entryRecords, ...end.records],
    settledAt: before.at,
    sale: null,
    replaces: toHex(before.settlement.hash),
  });
  return leafOf(prediction, doc);
}

function leafOf({ salt }: ProvenPrediction, doc: ProofDocument): Leaf {
  const hash = documentHash(sha256, doc);
  return { doc, hash, leaf: saltedLeafOf(sha256, salt, hash) };
}
