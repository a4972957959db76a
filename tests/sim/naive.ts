import { TICK_FLAGS } from '#domain/prices/ticks/tick.ts';
import type { Tick } from '#domain/prices/ticks/tick.ts';
import type { Market } from '#domain/trading/orders/market.ts';
import type { Round } from '#domain/trading/rounds/windows.ts';
import type { PredictionRow } from './sim-db.ts';
import { mustBe } from './sim-db.ts';

/** Settlement by scans of the whole tape, written from docs/rules/settlement.md alone. */
const DELTA = 500;
const WAIT = 5_000;
const STALE = 2_000;
const PROOF = 600_000;
const AVERAGED = 30_000;
const AWAY = TICK_FLAGS.gap | TICK_FLAGS.resumed | TICK_FLAGS.break;

interface Expected {
  readonly outcome: 'WIN' | 'LOSE' | 'TIE' | 'VOID';
  readonly credit: bigint;
  readonly entry: number | null;
  readonly exit: number | null;
}

/** What a prediction must have come to, had nobody sold it. */
function expectedOf({ prediction }: PredictionRow, tape: readonly Tick[]): Expected {
  const { stake, admittedAt, kAdm, durationMs, direction, payoutBps } = prediction;
  const later = tape.filter(({ seq }) => seq > kAdm);
  const entry = later.find((tick) => tick.tSource >= admittedAt + DELTA);
  const noEntry = { outcome: 'VOID', credit: stake, entry: null, exit: null } as const;
  if (entry === undefined || entry.t > admittedAt + WAIT) return noEntry;
  if (later.some(({ seq, flags }) => seq <= entry.seq && (flags & TICK_FLAGS.break) !== 0)) return noEntry;
  const end = entry.t + durationMs;
  const after = later.find(({ seq, t, flags }) => seq > entry.seq && (t > end || (flags & TICK_FLAGS.break) !== 0));
  const stale = { outcome: 'VOID', credit: stake, entry: entry.seq, exit: null } as const;
  const x = after === undefined ? undefined : tape[after.seq - 2];
  if (after === undefined || x === undefined || (after.flags & AWAY) !== 0 || after.t - end >= PROOF) return stale;
  if (end - x.tSource > STALE) return stale;
  const sign = Math.sign(x.price - entry.price) * (direction === 'UP' ? 1 : -1);
  const at = { entry: entry.seq, exit: x.seq };
  if (sign === 0) return { outcome: 'TIE', credit: stake, ...at };
  if (sign < 0) return { outcome: 'LOSE', credit: 0n, ...at };
  return { outcome: 'WIN', credit: stake + (stake * BigInt(payoutBps)) / 10_000n, ...at };
}

/** The row of an ended prediction against the scan. */
export function checkPrediction(row: PredictionRow, tape: readonly Tick[]): void {
  const { id, outcome, credit, entry, exit } = row.prediction;
  const expected = expectedOf(row, tape);
  mustBe((entry?.seq ?? null) === expected.entry, `${id} entered at ${entry?.seq}, not at ${expected.entry}`);
  if (outcome === 'SOLD') return checkSale(row, tape);
  const found = `${outcome} ${credit}`;
  mustBe(
    found === `${expected.outcome} ${expected.credit}`,
    `${id} is ${found}, not ${expected.outcome} ${expected.credit}`,
  );
  if (outcome !== 'VOID') mustBe(exit?.seq === expected.exit, `${id} left at ${exit?.seq}, not at ${expected.exit}`);
}

/** A sale is priced at the first tick whose sources spoke half a second after the request, within a basis point of the formula. */
function checkSale({ prediction, finish }: PredictionRow, tape: readonly Tick[]): void {
  const { id, stake, payoutBps, direction, durationMs, expiresAt, exit, credit } = prediction;
  const sale = finish?.sold?.sale;
  const entry = tape.find(({ seq }) => seq === prediction.entry?.seq);
  mustBe(sale !== undefined && entry !== undefined && expiresAt !== null && credit !== null, `${id} sold of nothing`);
  const tick = tape.find(({ tSource }) => tSource >= sale.at + DELTA);
  mustBe(tick !== undefined && tick.seq === exit?.seq, `${id} sold at ${exit?.seq}, not at ${tick?.seq}`);
  const between = tape.filter(({ seq, t }) => seq <= tick.seq && t > sale.at);
  mustBe(tick.t <= expiresAt && between.every(({ flags }) => (flags & AWAY) === 0), `${id} sold over a hole`);
  const left = expiresAt - tick.t;
  const sigma = Number(sale.sigma) / 1e12;
  const moved = (tick.price - entry.price) * (direction === 'UP' ? 1 : -1);
  const right = left === 0 ? (moved > 0 ? 1 : 0) : below(moved / (entry.price * sigma * Math.sqrt(left / 1_000)));
  const fair = Number(stake) * (1 + payoutBps / 10_000) * right;
  const spread = 0.02 + 0.03 * Math.min(1, (durationMs - left) / (0.8 * durationMs));
  const room = Number(stake) * 4e-4 + 5;
  mustBe(
    Math.abs(Number(credit) - fair * (1 - spread)) <= room,
    `${id} sold for ${credit}, worth ${fair * (1 - spread)}`,
  );
  mustBe(credit >= sale.minCredit, `${id} sold for ${credit}, below ${sale.minCredit}`);
}

/** Normal distribution by summing its density: slow and plain (Simpson's rule). */
function below(z: number): number {
  const to = Math.max(-8, Math.min(8, z));
  const steps = 400;
  const h = to / steps;
  const density = (x: number) => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  let sum = density(0) + density(to);
  for (let step = 1; step < steps; step += 1) sum += (step % 2 === 0 ? 2 : 4) * density(step * h);
  return 0.5 + (sum * h) / 3;
}

/** Sum of price x ms over [E - 30 s, E), with the tick that proves it; null: it has no value. */
function averageAt(end: number, tape: readonly Tick[]): { readonly sum: bigint; readonly lastSeq: number } | null {
  const from = end - AVERAGED;
  const proof = tape.find(({ t }) => t >= end);
  if (proof === undefined || proof.t - end > PROOF || !tape.some(({ t }) => t <= from)) return null;
  let sum = 0n;
  for (let no = 0; no + 1 < tape.length; no += 1) {
    const [tick, next] = [tape[no]!, tape[no + 1]!];
    const begins = Math.max(tick.t, from);
    const ends = Math.min(next.t, end);
    if (begins >= ends) continue;
    if (ends - tick.tSource > STALE || (next.flags & AWAY) !== 0) return null;
    sum += BigInt(tick.price) * BigInt(ends - begins);
  }
  return { sum, lastSeq: proof.seq };
}

/** A market that has ended against the averages of the tape. */
export function checkRound(market: Market, round: Round, tape: readonly Tick[]): void {
  const { result, id } = market;
  mustBe(result !== null, `${id} has no result`);
  const endMs = round.startMs + round.windowSec * 1_000;
  const start = averageAt(round.startMs, tape);
  const end = averageAt(endMs, tape);
  const broken =
    start !== null &&
    tape.some(({ seq, t, flags }) => seq > start.lastSeq && t < endMs && (flags & TICK_FLAGS.break) !== 0);
  const found = result.kind === 'WON' ? `WON ${result.outcome}` : result.kind;
  let expected = 'VOID';
  if (start !== null && end !== null && !broken) {
    expected = end.sum === start.sum ? 'TIE' : `WON ${end.sum > start.sum ? 0 : 1}`;
  }
  mustBe(found === expected, `${id} is ${found}, not ${expected}`);
}
