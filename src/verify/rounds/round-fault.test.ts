import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StreamEnds } from '#domain/trading/rounds/stream-ends.ts';
import { timesOf } from '#domain/trading/rounds/windows.ts';
import { Fault } from '../codes.ts';
import type { RoundReceipt } from './round-document.ts';
import { checkFault } from './round-fault.ts';
import { FLAG } from '../tick.ts';
import type { TickRecord } from '../tick.ts';

const T0 = 1_763_596_800_000;
const ROUND = { pairId: 'P', windowSec: 300, startMs: T0 + 300_000 };
const { startMs: START, endMs: END, averagingMs: WINDOW } = timesOf(ROUND);
const LIMITS = { staleAfterMs: 2_000, timeoutMs: 600_000 };

type Price = Pick<TickRecord, 'seq' | 't' | 'tSource' | 'flags'>;

function shows(reason: string, pair: readonly Price[]): boolean {
  const us = (t: number) => t * 1_000;
  const result = { start: us(START), end: us(END), window_us: us(WINDOW), reason };
  try {
    checkFault({ result } as RoundReceipt, pair as readonly TickRecord[], LIMITS);
    return true;
  } catch (error) {
    if (error instanceof Fault && error.code === 'VOID_UNFOUNDED') return false;
    throw error;
  }
}

/** Two prices, stated the moment they came. */
function pair(t: number, next: number, flags = 0): readonly Price[] {
  return [
    { seq: 1, t, tSource: t, flags: 0 },
    { seq: 2, t: next, tSource: next, flags },
  ];
}

describe('two prices show why a round is void', () => {
  it.each<[string, string, readonly Price[], boolean]>([
    ['a price stood too long in the opening window', 'NO_ENTRY', pair(START - 9_000, START - 6_999), true],
    ['it stood for just as long as it may', 'NO_ENTRY', pair(START - 9_000, START - 7_000), false],
    ['it was too old when the window began', 'NO_ENTRY', pair(START - WINDOW - 2_000, START - WINDOW + 1), true],
    ['it stood too long before the window', 'NO_ENTRY', pair(START - WINDOW - 9_000, START - WINDOW), false],
    ['it stood too long after the end', 'NO_ENTRY', pair(START - 500, START + 9_000), false],
    ['the one after an outage in the window', 'NO_ENTRY', pair(START - 900, START - 400, FLAG.resumed), true],
    ['the one after an outage behind it', 'NO_ENTRY', pair(START, START + 400, FLAG.gap), false],
    ['nothing came in ten minutes', 'NO_ENTRY', pair(START - 1, START + 600_001), true],
    ['the closing window', 'STALE_EXIT', pair(END - 9_000, END - 6_999), true],
    ['the closing window, said to be the opening one', 'NO_ENTRY', pair(END - 9_000, END - 6_999), false],
    ['a break between the windows', 'STALE_EXIT', pair(START + 60_000, START + 60_400, FLAG.break), true],
    ['an outage between the windows', 'STALE_EXIT', pair(START + 60_000, START + 90_000, FLAG.gap), false],
    ['a break after the end', 'STALE_EXIT', pair(END, END + 400, FLAG.break), false],
  ])('%s', (...[, reason, prices, is]) => expect(shows(reason, prices)).toBe(is));

  const step = fc.record({
    wait: fc.oneof(
      { weight: 300, arbitrary: fc.integer({ min: 0, max: 1_900 }) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 700_000 }) },
    ),
    age: fc.oneof(
      { weight: 300, arbitrary: fc.integer({ min: 0, max: 90 }) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 2_500 }) },
    ),
    flags: fc.oneof(
      { weight: 600, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.constantFrom(FLAG.gap, FLAG.resumed, FLAG.break, FLAG.gap | FLAG.break) },
    ),
  });

  /** Does what two prices show agree with the engine's verdict on this feed? null: it has none, or no tick can show why. */
  function agrees(steps: readonly { wait: number; age: number; flags: number }[]): boolean | null {
    const ends = new StreamEnds({ staleAfterMs: LIMITS.staleAfterMs });
    const ticks: Price[] = [];
    let t = START - WINDOW - 20_000;
    for (const [i, { wait, age, flags }] of steps.entries()) {
      t += wait;
      const tick = { seq: i + 1, t, tSource: t - age, price: 100 + (i % 7), flags };
      ends.apply(tick);
      ticks.push(tick);
    }
    const verdict = ends.verdictOf(ROUND);
    const after = (i: number) => [ticks[i - 1]!, ticks[i]!];
    if (verdict === null) return null;
    if (verdict.outcome !== 'VOID')
      return ticks.every((_, i) => i === 0 || !['NO_ENTRY', 'STALE_EXIT'].some((reason) => shows(reason, after(i))));
    const seq = 'faultSeq' in verdict ? verdict.faultSeq : null;
    return seq === null ? null : shows(verdict.reason, after(seq - 1));
  }

  it('wherever the product voids a round over its prices, and nowhere else', () => {
    const seen = { agreed: 0, nothing: 0 };
    const play = (steps: readonly { wait: number; age: number; flags: number }[]) => {
      const said = agrees(steps);
      seen[said === null ? 'nothing' : 'agreed'] += 1;
      return said !== false;
    };
    fc.assert(fc.property(fc.array(step, { minLength: 400, maxLength: 500 }), play), { numRuns: 300 });
    expect(seen.agreed).toBeGreaterThan(seen.nothing);
  });
});
