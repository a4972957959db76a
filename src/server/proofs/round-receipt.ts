import { micros, type ProofDocument } from '#domain/proofs/documents.ts';
import { REALM_NO } from '#domain/realm.ts';
import { ProofBook, type ProofBookParts } from './proof-book.ts';
import type { RulesShelf } from './rules-shelf.ts';
import { newestManifest } from './store-keys.ts';
import type { EndedRound, Run } from './store-rounds.ts';

export interface RoundReceiptParts extends ProofBookParts {
  readonly rules: RulesShelf;
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
  const document = await rules.of(db, round.rulesHash);
  const manifest = await newestManifest(db);
  if (manifest === null) return null;
  return {
    v: 3,
    type: 'round-receipt',
    result: {
      v: 1,
      type: 'round',
      market: round.market,
      realm: round.realm === REALM_NO.real ? 'real' : 'demo',
      pair: round.pairId,
      pair_id: round.stream,
      scale: await rules.scaleOf(db, round),
      rules_hash: round.rulesHash,
      start: micros(round.startsAt),
      end: micros(round.endsAt),
      window_us: micros(averagingMs(document, round.windowSec)),
      a_start: sumOf(round.start),
      a_end: sumOf(round.end),
      outcome: outcomeOf(round),
      reason: round.reason,
      t: micros(round.endedAt),
    },
    runs,
    correction,
    segments: book.segments,
    hours: book.hours,
    hour_proofs: book.hourProofs,
    rules: document,
    keys: { doc: manifest.doc, sig: manifest.sig.toString('hex') },
  };
}

/** The tick that shows the fault, and the one before it: how long that one stood is a part of what it shows. */
function faultRun({ faultSeq }: EndedRound): Pick<Run, 'first' | 'last'> | null {
  return faultSeq === null ? null : { first: faultSeq - 1, last: faultSeq };
}

function sumOf(run: Run | null): string | null {
  return run === null ? null : run.sum;
}

function outcomeOf({ result, won }: EndedRound): string {
  if (result !== 'WON') return result;
  return won === 0 ? 'UP' : 'DOWN';
}

/** Length of the averaging windows of rounds of `windowSec` under these rules, ms. Throws where they name none. */
function averagingMs(rules: ProofDocument, windowSec: number): number {
  const windows = (rules['rounds'] as ProofDocument | undefined)?.['windows'];
  const found = Array.isArray(windows)
    ? (windows as readonly ProofDocument[]).find((one) => one['sec'] === windowSec)
    : undefined;
  const ms = found?.['averagingMs'];
  if (typeof ms !== 'number') throw new Error(`the rules name no rounds of ${windowSec} s`);
  return ms;
}
