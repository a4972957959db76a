import { ms } from '../case.ts';
import { Fault, must } from '../codes.ts';
import type { Code } from '../codes.ts';
import { signedHour } from '../documents.ts';
import { hourStart, lateIn } from '../evidence.ts';
import { checkForks } from '../published/forks.ts';
import { ownPrimitives } from '../crypto/own-primitives.ts';
import { checkCorrectionHour, checkCorrectionSignature, checkCorrectionTouches } from './round-correction.ts';
import type { RunSeqs } from './round-correction.ts';
import { roundReceipt, RUNS } from './round-document.ts';
import type { RoundReceipt, RunName } from './round-document.ts';
import { checkFault } from './round-fault.ts';
import type { RoundLimits } from './round-fault.ts';
import { roundFacts } from './round-facts.ts';
import type { RoundFacts } from './round-facts.ts';
import { checkMarket, checkResultHour, checkSegments, ticksOf } from './round-record.ts';
import { newerRing, Notary } from '../crypto/signatures.ts';
import type { Primitives } from '../crypto/signatures.ts';
import { AWAY } from '../tick.ts';
import type { TickRecord } from '../tick.ts';
import type { Known } from '../verify.ts';

/** The questions that people ask of a round, in the order in which they are answered. */
const ROUND_CHECKS = ['keys', 'rules', 'history', 'whole', 'fresh', 'averages', 'outcome'] as const;

export interface RoundCheck {
  readonly name: (typeof ROUND_CHECKS)[number];
  /** none: nothing to look at, of a void. pending: in no hour root. What follows a fault is skipped. */
  readonly state: 'pass' | 'pending' | 'none' | 'fail' | 'skipped';
}

export interface RoundVerdict {
  /** provisional: nothing is wrong, but its result stands in no hour root, or its void is not shown. */
  readonly verdict: 'valid' | 'provisional' | 'invalid';
  /** Void, and the prices that would show why are not in the receipt: its word alone. */
  readonly unshown: boolean;
  readonly code: Code | null;
  readonly detail: string | null;
  readonly outcome: string | null;
  readonly checks: readonly RoundCheck[];
  /** What the receipt says; null when it has no form. */
  readonly facts: RoundFacts | null;
}

/** Prices and corrections of prices void a round, and nothing else. */
const ROUND_REASONS = ['NO_ENTRY', 'STALE_EXIT', 'SOURCE_CORRECTION'] as const;
const FEEDS = ['live', 'replay', 'simulated'] as const;
const ENDS = ['start', 'end'] as const;
type EndName = (typeof ENDS)[number];
const HOUR_US = 3_600_000_000;

/** Checks the public receipt of a round: the runs of ticks stand in the record, and their averages give the outcome. */
export function verifyRound(receipt: unknown, known: Known, primitives: Primitives = ownPrimitives): RoundVerdict {
  const done: RoundCheck['state'][] = [];
  let facts: RoundFacts | null = null;
  try {
    const notary = new Notary(primitives);
    const read = roundReceipt(receipt, 'receipt');
    facts = roundFacts(read, notary.digest(receipt));
    const { outcome, reason } = read.result;
    for (const check of checksOf(notary, read, known)) done.push(check());
    const unshown = outcome === 'VOID' && reason !== 'SOURCE_CORRECTION' && facts.fault.length === 0;
    const verdict = read.sealed && !unshown ? 'valid' : 'provisional';
    return { verdict, unshown, code: null, detail: null, outcome, checks: statesOf(done), facts };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { code, message: detail } = error;
    const checks = statesOf([...done, 'fail']);
    return { verdict: 'invalid', unshown: false, code, detail, outcome: null, checks, facts };
  }
}

/** The verdict on the file of a round's receipt; null: it is none. */
export function readRound(text: string, known: Known, primitives: Primitives = ownPrimitives): RoundVerdict | null {
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
function checksOf(notary: Notary, receipt: RoundReceipt, known: Known): readonly (() => RoundCheck['state'])[] {
  const { result, correction } = receipt;
  let limits: RoundLimits = { staleAfterMs: 0, timeoutMs: 0 };
  const ticks: Record<RunName, readonly TickRecord[] | null> = { start: null, end: null, fault: null };
  const averages: Record<EndName, End | null> = { start: null, end: null };
  const corrected = result.reason === 'SOURCE_CORRECTION';
  // It has no averages; why it is void the receipt may show by a fault of the prices.
  const untold = result.outcome === 'VOID' && !corrected;
  return [
    () => {
      checkKeys(notary, receipt, known);
      return 'pass';
    },
    () => {
      limits = checkRules(notary, {
        ...receipt,
        rules: (known.rules as RoundReceipt['rules'] | undefined) ?? receipt.rules,
      });
      return 'pass';
    },
    () => {
      checkMarket(notary, receipt);
      checkSegments(notary, receipt);
      checkCorrectionHour(notary, receipt);
      if (receipt.sealed) checkResultHour(notary, receipt);
      for (const run of RUNS) ticks[run] = ticksOf(notary, receipt, run);
      return receipt.sealed ? 'pass' : 'pending';
    },
    () => {
      const voided = result.outcome === 'VOID';
      must(voided === (result.reason !== null), 'VOID_REASON', 'a reason without a void, or the reverse');
      const known = result.reason === null || (ROUND_REASONS as readonly string[]).includes(result.reason);
      must(known, 'VOID_REASON', `no round is void for ${result.reason}`);
      must(corrected || correction === null, 'CORRECTION_UNFOUNDED', 'a correction that voided nothing');
      must(untold || ticks.fault === null, 'VOID_UNFOUNDED', 'a fault of the prices that voided nothing');
      if (untold) return 'none';
      for (const end of ENDS) {
        // A round that was void before its end has no closing average.
        if (corrected && ticks[end] === null) continue;
        const span = { at: ms(result[end]), window: ms(result.window_us), ...limits };
        averages[end] = averageOf(ticks[end], span);
      }
      return 'pass';
    },
    () => {
      if (result.outcome === 'VOID') return 'none';
      const fresh = ENDS.every((end) => averages[end]?.fresh === true);
      must(fresh, 'NOT_FRESH', 'the prices of an end were stale or late, or the feed was away');
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
function checkKeys(notary: Notary, receipt: RoundReceipt, known: Known): void {
  const ring = newerRing(notary, receipt.keys, known);
  for (const hour of receipt.hours) {
    ring.valid(hour.doc.key, 'hour', hourStart(hour.doc.hour) + HOUR_US);
    ring.mustSign('hour', hour, 'HOUR_SIGNATURE');
  }
  checkCorrectionSignature(receipt, ring);
  const others = (known.hours ?? []).map((hour, i) => signedHour(hour, `hours[${i}]`));
  if (others.length > 0) checkForks({ notary, ring, hours: [...receipt.hours, ...others] });
}

/** The rules that the round names: they know its pair, its feed and its window. */
function checkRules(notary: Notary, { rules, result }: RoundReceipt): RoundLimits {
  must(notary.digest(rules) === result.rules_hash, 'RULES_HASH', 'the rules are not those of the round');
  const { exit, rounds, pairs, feed } = rules as {
    exit?: { staleAfterMs?: unknown };
    rounds?: { windows?: unknown };
    pairs?: unknown;
    feed?: unknown;
  };
  const listOf = <T>(value: unknown) => (Array.isArray(value) ? (value as readonly (T | null)[]) : []);
  const pair = listOf<{ id?: unknown; scale?: unknown }>(pairs).find((one) => one?.id === result.pair);
  const fits = pair?.scale === result.scale && feed === FEEDS[result.pair_id % 4];
  must(fits, 'RULES_PAIR', `the rules do not name ${result.pair} with ${result.scale} digits on this feed`);
  const length = ms(result.end - result.start) / 1_000;
  const named = listOf<{ sec?: unknown; averagingMs?: unknown }>(rounds?.windows).some(
    (one) => one?.sec === length && one.averagingMs === ms(result.window_us),
  );
  must(named, 'RULES_UNKNOWN', `the rules know no round of ${length} s with this window`);
  const stale = exit?.staleAfterMs;
  must(typeof stale === 'number' && Number.isSafeInteger(stale), 'RULES_UNKNOWN', 'the rules do not say what is stale');
  return { staleAfterMs: stale, timeoutMs: lateIn(rules) };
}

interface End extends RunSeqs {
  readonly sum: bigint;
  readonly fresh: boolean;
}

/** A(E) of docs/rules/settlement.md#rounds, after making sure that the run covers its window and no more. `at`, `window`: ms. */
function averageOf(
  ticks: readonly TickRecord[] | null,
  span: RoundLimits & { readonly at: number; readonly window: number },
): End {
  const { at, window, staleAfterMs, timeoutMs } = span;
  must(ticks !== null, 'EXIT_MISSING', 'a round that was decided without the ticks of both ends');
  const [from, last] = [at - window, ticks.length - 1];
  const covers =
    ticks.length >= 2 && ticks[0]!.t <= from && ticks[1]!.t > from && ticks[last]!.t >= at && ticks[last - 1]!.t < at;
  must(covers, 'ROUND_RUN', 'the run is not the ticks of its window with one before and one after');
  let sum = 0n;
  let fresh = ticks[last]!.t - at <= timeoutMs;
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
