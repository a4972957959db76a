import { toHex } from './bytes.ts';
import { ms } from './case.ts';
import { Fault, must } from './codes.ts';
import type { Code } from './codes.ts';
import { hourStart } from './evidence.ts';
import { leafHash, nodeHash } from './merkle.ts';
import { ownPrimitives } from './own-primitives.ts';
import { checkCorrectionHour, checkCorrectionSignature, checkCorrectionTouches } from './round-correction.ts';
import type { RunSeqs } from './round-correction.ts';
import { roundReceipt } from './round-document.ts';
import type { RoundReceipt } from './round-document.ts';
import { checkFault } from './round-fault.ts';
import type { RoundLimits } from './round-fault.ts';
import { roundFacts } from './round-facts.ts';
import type { RoundFacts } from './round-facts.ts';
import { bytesOf, KeyRing, Notary } from './signatures.ts';
import type { Primitives } from './signatures.ts';
import { AWAY, readRecord } from './tick.ts';
import type { TickRecord } from './tick.ts';

/** The questions that people ask of a round, in the order in which they are answered. */
const ROUND_CHECKS = ['keys', 'rules', 'history', 'whole', 'fresh', 'averages', 'outcome'] as const;

export interface RoundCheck {
  readonly name: (typeof ROUND_CHECKS)[number];
  /** none: nothing to look at, of a void. What follows a fault is skipped. */
  readonly state: 'pass' | 'none' | 'fail' | 'skipped';
}

export interface RoundVerdict {
  readonly verdict: 'valid' | 'invalid';
  readonly code: Code | null;
  readonly detail: string | null;
  readonly outcome: string | null;
  readonly checks: readonly RoundCheck[];
  /** What the receipt says; null when it has no form. */
  readonly facts: RoundFacts | null;
}

const ENDS = ['start', 'end'] as const;
type EndName = (typeof ENDS)[number];
const RUNS = [...ENDS, 'fault'] as const;
type RunName = (typeof RUNS)[number];
const HOUR_US = 3_600_000_000;

/** Checks the public receipt of a round: the runs of ticks stand in the record, and their averages give the outcome. */
export function verifyRound(
  receipt: unknown,
  known: { readonly root?: string | undefined },
  primitives: Primitives = ownPrimitives,
): RoundVerdict {
  const done: RoundCheck['state'][] = [];
  let facts: RoundFacts | null = null;
  try {
    const notary = new Notary(primitives);
    const read = roundReceipt(receipt, 'receipt');
    facts = roundFacts(read, notary.digest(receipt));
    for (const check of checksOf(notary, read, known.root ?? read.keys.doc.root)) done.push(check());
    return { verdict: 'valid', code: null, detail: null, outcome: read.result.outcome, checks: statesOf(done), facts };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { code, message: detail } = error;
    return { verdict: 'invalid', code, detail, outcome: null, checks: statesOf([...done, 'fail']), facts };
  }
}

/** The verdict on the file of a round's receipt; null: it is none. */
export function readRound(
  text: string,
  known: { readonly root?: string | undefined },
  primitives: Primitives = ownPrimitives,
): RoundVerdict | null {
  if (!text.includes('"round-receipt"')) return null;
  try {
    const receipt = JSON.parse(text) as { readonly type?: unknown } | null;
    return receipt?.type === 'round-receipt' ? verifyRound(receipt, known, primitives) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function statesOf(done: readonly RoundCheck['state'][]): readonly RoundCheck[] {
  return ROUND_CHECKS.map((name, i) => ({ name, state: done[i] ?? 'skipped' }));
}

/** The seven checks, in order: each throws the fault that it finds. */
function checksOf(notary: Notary, receipt: RoundReceipt, root: string): readonly (() => 'pass' | 'none')[] {
  const { result, correction } = receipt;
  let limits: RoundLimits = { staleAfterMs: 0, timeoutMs: 0 };
  const ticks: Record<RunName, readonly TickRecord[] | null> = { start: null, end: null, fault: null };
  const averages: Record<EndName, End | null> = { start: null, end: null };
  const corrected = result.reason === 'SOURCE_CORRECTION';
  // It has no averages; why it is void the receipt may show by a fault of the prices.
  const untold = result.outcome === 'VOID' && !corrected;
  return [
    () => {
      checkKeys(notary, receipt, root);
      return 'pass';
    },
    () => {
      limits = checkRules(notary, receipt);
      return 'pass';
    },
    () => {
      checkSegments(notary, receipt);
      checkCorrectionHour(notary, receipt);
      for (const run of RUNS) ticks[run] = ticksOf(notary, receipt, run);
      return 'pass';
    },
    () => {
      const voided = result.outcome === 'VOID';
      must(voided === (result.reason !== null), 'VOID_REASON', 'a reason without a void, or the reverse');
      must(corrected || correction === null, 'CORRECTION_UNFOUNDED', 'a correction that voided nothing');
      must(untold || ticks.fault === null, 'VOID_UNFOUNDED', 'a fault of the prices that voided nothing');
      if (untold) return 'none';
      for (const end of ENDS) {
        // A round that was void before its end has no closing average.
        if (corrected && ticks[end] === null) continue;
        const span = { at: ms(result[end]), window: ms(result.window_us), staleAfterMs: limits.staleAfterMs };
        averages[end] = averageOf(ticks[end], span);
      }
      return 'pass';
    },
    () => {
      if (result.outcome === 'VOID') return 'none';
      const fresh = ENDS.every((end) => averages[end]?.fresh === true);
      must(fresh, 'NOT_FRESH', 'the prices of an end were stale, or the feed was away');
      return 'pass';
    },
    () => {
      if (untold) return 'none';
      const said = ENDS.every((end) => (averages[end]?.sum.toString() ?? null) === result[`a_${end}`]);
      must(said, 'ROUND_AVERAGE', 'the averages are others than the ticks give');
      return 'pass';
    },
    () => {
      if (untold && ticks.fault === null) return 'none';
      if (ticks.fault !== null) checkFault(receipt, ticks.fault, limits);
      else if (corrected) checkCorrectionTouches(receipt, shownOf(averages));
      else checkOutcome(result.outcome, averages);
      return 'pass';
    },
  ];
}

function shownOf(averages: Readonly<Record<EndName, End | null>>): readonly RunSeqs[] {
  return ENDS.map((end) => averages[end]).filter((one) => one !== null);
}

function checkOutcome(outcome: string, { start, end }: Readonly<Record<EndName, End | null>>): void {
  if (start === null || end === null) return;
  const right = end.sum > start.sum ? 'UP' : end.sum < start.sum ? 'DOWN' : 'TIE';
  must(outcome === right, 'OUTCOME', `the averages say ${right}, the result ${outcome}`);
}

/** The keys, and the hours and the correction that they signed. */
function checkKeys(notary: Notary, receipt: RoundReceipt, root: string): void {
  const ring = new KeyRing(notary, receipt.keys, root);
  for (const hour of receipt.hours) {
    ring.valid(hour.doc.key, 'hour', hourStart(hour.doc.hour) + HOUR_US);
    ring.mustSign('hour', hour, 'HOUR_SIGNATURE');
  }
  checkCorrectionSignature(receipt, ring);
}

/** Each segment in the root of an hour. */
function checkSegments(notary: Notary, receipt: RoundReceipt): void {
  for (const [item, one] of receipt.segments.entries()) {
    const proof = receipt.hour_proofs.find(({ list: kind, item: of }) => kind === 'ticks' && of === item);
    const hour = proof === undefined ? undefined : receipt.hours[proof.hour]?.doc;
    must(proof !== undefined && hour !== undefined, 'FORM', `no hour holds the segment ${item}`);
    const at = { index: proof.index, count: hour.ticks.n, path: proof.path, root: hour.ticks.root };
    must(notary.stands(notary.plainLeaf(one), at), 'HOUR_ROOT', `the segment ${item} does not stand in ${hour.hour}`);
    const whole = one.pair_id === receipt.result.pair_id && one.count === one.last_seq - one.first_seq + 1;
    must(whole && one.scale === receipt.result.scale, 'SEGMENT_SHAPE', `the segment ${item} is of another pair`);
  }
}

/** The rules that the round names, and their window. */
function checkRules(notary: Notary, { rules, result }: RoundReceipt): RoundLimits {
  must(notary.digest(rules) === result.rules_hash, 'RULES_HASH', 'the rules are not those of the round');
  const { exit, rounds } = rules as {
    exit?: { staleAfterMs?: unknown; timeoutMs?: unknown };
    rounds?: { windows?: unknown };
  };
  const windows = Array.isArray(rounds?.windows)
    ? (rounds.windows as ({ sec?: unknown; averagingMs?: unknown } | null)[])
    : [];
  const length = ms(result.end - result.start) / 1_000;
  const named = windows.some((one) => one?.sec === length && one.averagingMs === ms(result.window_us));
  must(named, 'RULES_UNKNOWN', `the rules know no round of ${length} s with this window`);
  const stale = exit?.staleAfterMs;
  must(typeof stale === 'number' && Number.isSafeInteger(stale), 'RULES_UNKNOWN', 'the rules do not say what is stale');
  // Rules that do not say what is late have none that is.
  const late = exit?.timeoutMs;
  return { staleAfterMs: stale, timeoutMs: typeof late === 'number' ? late : Number.POSITIVE_INFINITY };
}

/** The ticks of a run, each proved in its segment; null: the receipt shows none. */
function ticksOf(notary: Notary, receipt: RoundReceipt, name: RunName): readonly TickRecord[] | null {
  const run = receipt.runs.find((one) => one.end === name);
  if (run === undefined) return null;
  const ticks: TickRecord[] = [];
  let before: RoundReceipt['segments'][number] | null = null;
  for (const part of run.parts) {
    const own: RoundReceipt['segments'][number] | undefined = receipt.segments[part.segment];
    must(own !== undefined && part.recs.length > 0, 'FORM', 'a part of a run without its segment');
    const records = part.recs.map(bytesOf);
    const leaves = records.map((bytes) => leafHash(notary.sha256, bytes));
    const root = rangeRoot(notary, leaves, { first: part.first, count: own.count, nodes: part.nodes });
    must(root === own.root, 'TICK_ROOT', 'the run does not stand in its segment');
    const joins =
      before === null || (before.head_after === own.head_before && before.last_seq + 1 === own.first_seq + part.first);
    must(joins, 'SEGMENTS_APART', 'the parts of the run do not join');
    for (const [i, bytes] of records.entries()) {
      const tick = readRecord(bytes);
      must(tick !== null, 'TICK_RECORD', 'a record of the run is none');
      must(
        tick.stream === receipt.result.pair_id && tick.seq === own.first_seq + part.first + i,
        'TICK_PAIR',
        'a tick of another pair',
      );
      ticks.push(tick);
    }
    before = own;
  }
  return ticks;
}

/** Root from a run of leaves and the nodes beside it; null when they do not fit the tree. */
function rangeRoot(
  notary: Notary,
  leaves: readonly Uint8Array[],
  of: { readonly first: number; readonly count: number; readonly nodes: readonly string[] },
): string | null {
  const [a, b] = [of.first, of.first + leaves.length];
  if (a < 0 || b > of.count) return null;
  const left = of.nodes.map(bytesOf);
  const build = (low: number, high: number): Uint8Array | null => {
    if (high <= a || low >= b) return left.shift() ?? null;
    if (high - low === 1) return leaves[low - a] ?? null;
    let split = 1;
    while (split * 2 < high - low) split *= 2;
    const [one, other] = [build(low, low + split), build(low + split, high)];
    return one === null || other === null ? null : nodeHash(notary.sha256, one, other);
  };
  const root = build(0, of.count);
  return root === null || left.length > 0 ? null : toHex(root);
}

interface End extends RunSeqs {
  readonly sum: bigint;
  readonly fresh: boolean;
}

/** A(E) of settlement.md 3, after making sure that the run covers its window and no more. `at`, `window`: ms. */
function averageOf(
  ticks: readonly TickRecord[] | null,
  span: { readonly at: number; readonly window: number; readonly staleAfterMs: number },
): End {
  const { at, window, staleAfterMs } = span;
  must(ticks !== null, 'EXIT_MISSING', 'a round that was decided without the ticks of both ends');
  const [from, last] = [at - window, ticks.length - 1];
  const covers =
    ticks.length >= 2 && ticks[0]!.t <= from && ticks[1]!.t > from && ticks[last]!.t >= at && ticks[last - 1]!.t < at;
  must(covers, 'ROUND_RUN', 'the run is not the ticks of its window with one before and one after');
  let sum = 0n;
  let fresh = true;
  for (const [i, tick] of ticks.slice(0, -1).entries()) {
    const next = ticks[i + 1]!;
    const [start, end] = [Math.max(tick.t, from), Math.min(next.t, at)];
    must(next.seq === tick.seq + 1 && next.t >= tick.t, 'NOT_ADJACENT', 'the run has a hole');
    if (end <= start) continue;
    sum += tick.price * BigInt(end - start);
    fresh &&= end - tick.tSource <= staleAfterMs && (next.flags & AWAY) === 0;
  }
  return { sum, fresh, first: ticks[0]!.seq, last: ticks[last]!.seq };
}
