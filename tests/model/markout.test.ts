/** A planted sniper among honest people, over ticks and admissions in the order of time. */
import { describe, expect, it } from 'vitest';
import { MarkoutMonitor } from '#domain/trading/markout-monitor.ts';
import { playWorld } from './foresight-world.ts';
import type { Bot } from './foresight-world.ts';

const WITHIN = 300;
const WORLDS = 60;

/** How many predictions it took to flag the person; null: not flagged within 300. */
function flaggedAfter(bot: Bot, seed: number): number | null {
  const monitor = new MarkoutMonitor();
  let made = 0;
  let found: number | null = null;
  playWorld(
    { seed, predictions: WITHIN, bot },
    {
      onTick(tick) {
        if (monitor.apply(tick).length > 0) found ??= made;
      },
      onChance({ t, last, direction }) {
        made += 1;
        monitor.admitted({ userId: 'u', realm: 'real', stream: last.stream, direction, admittedAt: t });
      },
    },
  );
  return found;
}

describe('the markout monitor', () => {
  it.each([50, 200, 500])('flags a bot that sees the price %i ms early within 300 predictions', (earlyMs) => {
    const found = Array.from({ length: WORLDS }, (_none, seed) => flaggedAfter({ earlyMs }, 1_000 + seed));
    expect(found.filter((after) => after === null)).toEqual([]);
    const sorted = found.map(Number).toSorted((a, b) => a - b);
    process.stdout.write(
      `${earlyMs} ms early: flagged after ${sorted[WORLDS / 2]} predictions (median), ${sorted.at(-1)} at most\n`,
    );
  });

  it('leaves those who flip a coin alone', () => {
    const found = Array.from({ length: WORLDS * 2 }, (_none, seed) => flaggedAfter({ earlyMs: null }, 5_000 + seed));
    expect(found.filter((after) => after !== null)).toEqual([]);
  });
});
