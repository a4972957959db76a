import { TICK_FLAGS } from '#domain/prices/ticks/tick.ts';
import type { Tick } from '#domain/prices/ticks/tick.ts';
import type { ScheduledEntry } from '#domain/trading/scheduled/entry.ts';
import { mustBe } from './sim-db.ts';
import type { PredictionRow, SimDb } from './sim-db.ts';

/** What may refuse an entry whose moment has come, of all that the simulation has. */
const REFUSALS: readonly unknown[] = ['PayoutChanged', 'ExposureLimit', 'LimitReached'];
/** Within it a trigger is acted on where nothing is away: a few commits and standings may fail, ms. */
const PROMPT = 20_000;
const STALE = 2_000;

/**
 * An entry that has ended, by scans of the tape (decision 0047). `steadySince`: neither prices nor the process were away from then on (ms);
 * `setBack`: by how much the clock on the wall may have been set back between what it showed and the batch.
 */
export function checkEntry(
  entry: ScheduledEntry,
  at: { readonly db: SimDb; readonly tape: readonly Tick[]; readonly steadySince: number; readonly setBack: number },
): void {
  const { id, status, reason, trigger, mark, predictionId, endedAt, expiresAt, kPlaced, placedAt } = entry;
  mustBe(endedAt !== null && endedAt >= placedAt - at.setBack, `${id} is ${status} and has not ended`);
  mustBe((status === 'TRIGGERED') === (predictionId !== null), `${id} is ${status} and became ${predictionId}`);
  const later = at.tape.filter(({ seq }) => seq > kPlaced);
  const cut = trigger.kind === 'price' ? later.find(({ flags }) => (flags & TICK_FLAGS.break) !== 0) : undefined;
  const before = at.tape[kPlaced - 1];
  const opposite = trigger.kind === 'price' && before !== undefined && isBeyond(trigger, before.price);
  mustBe(!opposite, `${id} waits for a price beyond which it was placed`);
  if (status === 'TRIGGERED' || status === 'REFUSED_AT_TRIGGER') {
    mustBe(endedAt < expiresAt, `${id} is ${status} ${endedAt - expiresAt} ms after its end`);
    mustBe(cut === undefined || (mark !== null && mark.seq < cut.seq), `${id} is ${status} over a break`);
    checkTrigger(entry, at.tape);
  } else mustBe(mark === null, `${id} is ${status} at a price`);
  if (status === 'TRIGGERED') checkPredictionOf(entry, at.db.predictions.get(predictionId ?? ''));
  if (status === 'REFUSED_AT_TRIGGER') mustBe(REFUSALS.includes(reason), `${id} is refused by ${reason}`);
  if (status === 'EXPIRED') {
    const rightly = reason === 'feed' ? cut !== undefined : endedAt >= expiresAt - at.setBack;
    mustBe(rightly, `${id} expired ${expiresAt - endedAt} ms early by ${reason}`);
  }
  if (placedAt > at.steadySince) checkPrompt({ ...entry, endedAt }, later, cut);
}

/** The price was reached from the side on which it stood, or the time had come. */
function checkTrigger({ id, trigger, mark, kPlaced, endedAt }: ScheduledEntry, tape: readonly Tick[]): void {
  if (trigger.kind === 'time') {
    mustBe(mark === null && (endedAt ?? 0) >= trigger.at, `${id} was opened before its time`);
    return;
  }
  const tick = mark === null ? undefined : tape[mark.seq - 1];
  mustBe(tick !== undefined && mark?.t === tick.t && mark.price === tick.price, `${id} was triggered by no tick`);
  mustBe(tick.t - tick.tSource <= STALE, `${id} was triggered by a price that stood still`);
  mustBe(tick.seq > kPlaced, `${id} was triggered by a tick that was there before it`);
  mustBe(isBeyond(trigger, tick.price), `${id} was triggered at ${tick.price}, not at ${trigger.price}`);
}

/** What it became has its terms, and a payout that is no less than the least one. */
function checkPredictionOf(entry: ScheduledEntry, row: PredictionRow | undefined): void {
  mustBe(row !== undefined, `${entry.id} became ${entry.predictionId}, which is not there`);
  const { userId, pairId, direction, stake, durationMs, payoutBps, admittedAt, kAdm } = row.prediction;
  const found = `${userId} ${pairId} ${direction} ${stake} ${durationMs} ${admittedAt}`;
  const wanted = `${entry.userId} ${entry.pairId} ${entry.direction} ${entry.stake} ${entry.durationSec * 1_000} ${entry.endedAt}`;
  mustBe(found === wanted, `${entry.id} became ${found}, not ${wanted}`);
  mustBe(payoutBps >= entry.minPayoutBps, `${entry.id} pays ${payoutBps}, less than ${entry.minPayoutBps}`);
  mustBe(kAdm >= (entry.mark?.seq ?? 0), `${entry.id} was admitted before its price`);
}

/** Nothing that could be acted on was passed over: the first tick at the price, or the time, or a break. */
function checkPrompt(
  { id, status, trigger, mark, endedAt }: ScheduledEntry & { readonly endedAt: number },
  later: readonly Tick[],
  cut: Tick | undefined,
): void {
  const first = trigger.kind === 'time' ? undefined : later.find(({ price }) => isBeyond(trigger, price));
  if (mark !== null) mustBe(mark.seq === first?.seq, `${id} was triggered at ${mark.seq}, not at ${first?.seq}`);
  for (const due of [trigger.kind === 'time' ? trigger.at : first?.t, cut?.t]) {
    if (due !== undefined) mustBe(endedAt <= due + PROMPT, `${id} is ${status} ${endedAt - due} ms after it was due`);
  }
}

function isBeyond(trigger: Extract<ScheduledEntry['trigger'], { kind: 'price' }>, price: number): boolean {
  return trigger.crosses === 'UP' ? price >= trigger.price : price <= trigger.price;
}
