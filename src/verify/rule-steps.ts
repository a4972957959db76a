import { admittedAt, expiresAt, ms } from './case.ts';
import type { Case, ShownTick } from './case.ts';
import { must } from './codes.ts';
import { checkSaleCredit } from './sale.ts';
import { AWAY, FLAG } from './tick.ts';
import type { Settlement } from './documents.ts';
import { mustBeOfPrices, whyVoid } from './void.ts';
import type { Freshness } from './void.ts';

const MICRO = 1_000_000n;
const BPS = 10_000n;

/** Step 7: the entry is the first tick that the sources stated delta after the admission; or there is rightly none. */
export function checkEntry(given: Case): void {
  const { receipt, ticks, terms } = given;
  const { result } = receipt;
  const entry = ticks.get('e');
  if (entry === undefined) {
    must(result === null || result.outcome === 'VOID', 'ENTRY_MISSING', 'a settled prediction without an entry');
    must(result === null || result.entry_seq === null, 'ENTRY_MISSING', 'the result names an entry that is not shown');
    if (result?.reason === 'NO_ENTRY') checkNoEntry(given);
    return;
  }
  const { admission } = receipt;
  const soonest = admittedAt(given) + terms.deltaMs;
  must(result === null || result.entry_seq === entry.seq, 'ENTRY_MISSING', 'the result names another entry');
  must(result?.reason !== 'NO_ENTRY', 'NO_ENTRY_UNFOUNDED', 'void for want of an entry, but there is one');
  must(admission.k_adm < entry.seq, 'ENTRY_BEFORE_ADMISSION', 'the entry was known when the prediction was admitted');
  must(entry.tSource >= soonest, 'ENTRY_TOO_SOON', 'the price of the entry was stated too soon after the admission');
  const late = entry.t > admittedAt(given) + terms.maxWaitMs || (entry.flags & FLAG.break) !== 0;
  must(!late, 'ENTRY_TOO_LATE', 'the entry came too late, or behind a break');
  checkLeast(given, { tick: entry, before: ticks.get('e-1'), soonest });
}

/** Both bounds only grow, so the tick before shows that no earlier one will do. */
function checkLeast(
  { receipt }: Case,
  {
    tick,
    before,
    soonest,
  }: { readonly tick: ShownTick; readonly before: ShownTick | undefined; readonly soonest: number },
): void {
  const { k_adm: known } = receipt.admission;
  const least =
    before === undefined
      ? tick.seq === 1 && known === 0
      : before.seq === known || (before.seq > known && before.tSource < soonest);
  must(least, 'ENTRY_NOT_FIRST', `an earlier tick than ${tick.seq} would have been the entry`);
}

function checkNoEntry(given: Case): void {
  const { receipt, ticks, terms } = given;
  const [before, tick] = [ticks.get('n-1'), ticks.get('n')];
  if (tick === undefined) return;
  const { k_adm: known } = receipt.admission;
  const latest = admittedAt(given) + terms.maxWaitMs;
  const over = tick.seq > known && (tick.t > latest || (tick.flags & FLAG.break) !== 0);
  const none =
    before === undefined
      ? tick.seq === 1 && known === 0
      : before.seq === known ||
        (before.seq > known && before.t <= latest && before.tSource < admittedAt(given) + terms.deltaMs);
  must(over && none, 'NO_ENTRY_UNFOUNDED', 'void for want of an entry, but the ticks do not show that');
}

/** Step 8: the exit is the last tick at or before the expiry; a sale is priced at the first tick that was unknown when asked for. */
export function checkExit(given: Case): void {
  const { receipt, ticks } = given;
  const { result } = receipt;
  if (result === null) return;
  if (result.outcome === 'SOLD') return checkSale(given, result);
  const [entry, exit, after] = [ticks.get('e'), ticks.get('x'), ticks.get('x+1')];
  const end = expiresAt(given);
  if (exit === undefined || after === undefined || entry === undefined || end === null) {
    must(result.outcome === 'VOID', 'EXIT_MISSING', 'a settled prediction without an exit');
    must(exit === undefined && result.exit_seq === null, 'EXIT_MISSING', 'an exit without the tick that proves it');
    return;
  }
  must(exit.t <= end && after.t > end, 'EXIT_NOT_LAST', 'the exit is not the last tick at or before the expiry');
  must(exit.seq >= entry.seq, 'EXIT_BEFORE_ENTRY', 'the exit lies before the entry');
  must(result.exit_seq === exit.seq, 'EXIT_NAMES_ANOTHER', 'the result names another exit');
}

function checkSale(given: Case, result: Settlement): void {
  const { ticks, terms } = given;
  const [entry, before, tick] = [ticks.get('e'), ticks.get('s-1'), ticks.get('s')];
  const { sale } = result;
  const end = expiresAt(given);
  const shown = sale !== null && entry !== undefined && before !== undefined && tick !== undefined && end !== null;
  must(shown, 'SALE_TICK', 'a sale without its ticks');
  const soonest = ms(sale.t_sell) + terms.deltaMs;
  const first = tick.tSource >= soonest && before.tSource < soonest && before.seq >= entry.seq;
  must(
    first && tick.seq === sale.seq && tick.t <= end,
    'SALE_TICK',
    'the sale was priced at another tick than the first after it',
  );
}

/** Step 9: fresh unless void, and void only where the ticks show why. */
export function checkFresh(given: Case): Freshness {
  const { receipt, ticks, terms } = given;
  const { result } = receipt;
  if (result === null) return 'pending';
  const [exit, after] = [ticks.get('x'), ticks.get('x+1')];
  const end = expiresAt(given);
  if (exit === undefined || after === undefined || end === null)
    return result.outcome === 'VOID' ? whyVoid(given, result) : 'none';
  const fresh = end - exit.tSource <= terms.staleAfterMs && (after.flags & AWAY) === 0;
  if (result.outcome !== 'VOID') must(fresh, 'NOT_FRESH', 'the price of the exit was stale, or the feed was away');
  else if (result.reason === 'STALE_EXIT') must(!fresh, 'VOID_UNFOUNDED', 'void for a stale exit, but it was fresh');
  else if (result.reason === 'NO_ENTRY') must(false, 'NO_ENTRY_UNFOUNDED', 'void for want of an entry, but it ended');
  else mustBeOfPrices(result);
  return 'pass';
}

/** Step 10: who was right, and what came back. */
export function checkResult(given: Case): void {
  const { receipt } = given;
  for (const result of [receipt.result, receipt.correction?.result]) {
    if (result === null || result === undefined) continue;
    const { outcome, reason } = result;
    must((outcome === 'VOID') === (reason !== null), 'VOID_REASON', 'a reason without a void, or the reverse');
    must((outcome === 'SOLD') === (result.sale !== null), 'OUTCOME', 'figures of a sale without one, or the reverse');
    const listed = receipt.rules['void'] as readonly unknown[];
    must(reason === null || listed.includes(reason), 'VOID_REASON', `the rules know no void for ${reason}`);
    const right = outcome === 'VOID' || outcome === 'SOLD' || outcome === outcomeOf(given);
    must(right, 'OUTCOME', `the ticks say ${outcomeOf(given)}, the result ${outcome}`);
    checkCredit(given, result);
  }
}

/** What the prices of entry and exit say; null where there are none. */
export function outcomeOf({ receipt, ticks }: Pick<Case, 'receipt' | 'ticks'>): 'WIN' | 'LOSE' | 'TIE' | null {
  const [entry, exit] = [ticks.get('e'), ticks.get('x')];
  if (entry === undefined || exit === undefined) return null;
  if (exit.price === entry.price) return 'TIE';
  return (exit.price > entry.price ? 'UP' : 'DOWN') === receipt.admission.dir ? 'WIN' : 'LOSE';
}

function checkCredit(given: Case, result: Settlement): void {
  const { receipt } = given;
  const { outcome, credit } = result;
  if (outcome === 'SOLD') return checkSaleCredit(given, result);
  const stake = amount(receipt.admission.stake);
  const got = amount(credit);
  const profit = (stake * BigInt(receipt.admission.payout_bps)) / BPS;
  const due = { WIN: stake + profit, LOSE: 0n, TIE: stake, VOID: stake }[outcome];
  must(got === due, 'CREDIT', `${text(due)} was due, ${credit} came back`);
}

/** 10^-6 of six-decimal text. */
function amount(money: string): bigint {
  return BigInt(money.replace('.', ''));
}

function text(units: bigint): string {
  return `${units / MICRO}.${String(units % MICRO).padStart(6, '0')}`;
}
