import type { ProofDocument } from '#domain/proofs/documents.ts';
import { ProofBook, type ProofBookParts } from './proof-book.ts';
import type { RulesCache } from '../rules-cache.ts';
import { newestManifest } from '../keys/store-keys.ts';
import type { EndedRound, Run } from '../store-rounds.ts';

export interface RoundReceiptParts extends ProofBookParts {
  readonly rules: RulesCache;
}

/** The public receipt of a round (docs/receipts.md 6.5); null while what it shows is not all in hour roots, or its ticks are there no more. */
export async function roundReceiptOf(parts: RoundReceiptParts, round: EndedRound): Promise<ProofDocument | null> {
  const { db, rules } = parts;
  const book = new ProofBook(parts);
  const runs: ProofDocument[] = [];
  for (const [end, run] of [
    ['start', round.start] as const,
    ['end', round.end] as const,
    ['fault', faultRun(round)] as const,
  ]) {
    if (run === null) continue;
    const found = await book.run(round.stream, run.first, run.last);
    if (found === null) return null;
    runs.push({ end, parts: found });
  }
  const corrected = round.reason === 'SOURCE_CORRECTION';
  const averaged = [round.start, round.end].filter((run) => run !== null);
  const correction = corrected ? await book.correctionOfRuns(round.stream, averaged) : null;
  if (corrected && correction === null) return null;
  const result = await book.event(`round/${round.market}`, 0);
  if (result === null || (await book.event(`rules/${round.rulesHash}`, 1)) === null) return null;
  const manifest = await newestManifest(db);
  if (manifest === null) return null;
  return {
    v: 4,
    type: 'round-receipt',
    result,
    runs,
    correction,
    segments: book.segments,
    hours: book.hours,
    hour_proofs: book.hourProofs,
    rules: await rules.of(db, round.rulesHash),
    keys: { doc: manifest.doc, sig: manifest.sig.toString('hex') },
  };
}

/** The tick that shows the fault, and the one before it: how long that one stood is a part of what it shows. */
function faultRun({ faultSeq }: EndedRound): Pick<Run, 'first' | 'last'> | null {
  return faultSeq === null ? null : { first: faultSeq - 1, last: faultSeq };
}
