import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededUniform } from '../prices/simulated-path.ts';
import { TICK_FLAGS } from '../prices/ticks/tick.ts';
import type { Tick } from '../prices/ticks/tick.ts';
import { MarkoutMonitor } from './markout-monitor.ts';
import type { Admitted, MarkoutFlag } from './markout-monitor.ts';
import { MarkoutScore } from './markout.ts';

const NOTHING = new Uint8Array(0);
const U = { userId: 'u', realm: 'real' } as const;

function tickAt([seq, t, price]: readonly [seq: number, t: number, price: number], change: Partial<Tick> = {}): Tick {
  const rest = { tSource: t, flags: 0, sources: 3, mad: 0, record: NOTHING, head: NOTHING, recorded: null };
  return { stream: 4, seq, t, price, ...rest, ...change };
}

function admittedAt(at: number, change: Partial<Admitted> = {}): Admitted {
  return { userId: 'u', realm: 'real', stream: 4, direction: 'UP', admittedAt: at, ...change };
}

/** One markout each 10 s, the price going `moves` of them after 1 s and staying there. */
function scoreOf(moves: readonly number[], everyMs = 10_000): MarkoutScore {
  const score = new MarkoutScore();
  moves.forEach((move, index) => {
    score.take({ admittedAt: index * everyMs, direction: 'UP', atAdmission: 500, after: [500 + move, 500 + move] });
  });
  return score;
}

describe('the score of a person', () => {
  it('is 1 in the beginning, and stays so while the price does not move', () => {
    expect(new MarkoutScore().evidence).toBe(1);
    expect(scoreOf([0, 0, 0]).evidence).toBe(1);
  });

  it('is the mean capital of gamblers who stake a part of it on each move', () => {
    const mean = (capitals: number[]) => capitals.reduce((sum, capital) => sum + capital, 0) / capitals.length;
    expect(scoreOf([3, 3, -1]).evidence).toBeCloseTo(mean([1.1 * 1.1 * 0.9, 1.25 * 1.25 * 0.75, 1.5 * 1.5 * 0.5]), 12);
  });

  it('is a fair game: over all sequences of moves its mean is 1', () => {
    const length = 8;
    let sum = 0;
    for (let bits = 0; bits < 2 ** length; bits++) {
      sum += scoreOf(Array.from({ length }, (_none, index) => ((bits >> index) & 1) * 2 - 1)).evidence;
    }
    expect(sum / 2 ** length).toBeCloseTo(1, 9);
  });

  it('flags one who is always right soon, and one who is always wrong never', () => {
    const right = new MarkoutScore();
    let needed = 0;
    for (; !right.flagged && needed < 100; needed++) {
      right.take({ admittedAt: needed * 10_000, direction: 'DOWN', atAdmission: 9, after: [8, 7] });
    }
    expect(needed).toBeLessThan(25);
    expect(scoreOf(Array.from({ length: 5_000 }, () => -1)).flagged).toBe(false);
  });

  it('stays flagged whatever follows', () => {
    expect(scoreOf([...Array.from({ length: 40 }, () => 1), ...Array.from({ length: 500 }, () => -1)]).flagged).toBe(
      true,
    );
  });

  it('does not count markouts that overlap, however many there are', () => {
    const many = scoreOf(
      Array.from({ length: 400 }, () => 1),
      2,
    );
    expect(many.flagged).toBe(false);
    expect(many.means.map(({ count }) => count)).toEqual([400, 400]);
  });

  it('counts each horizon by its own length', () => {
    const score = scoreOf([1, 1, 1], 1_000);
    // Three at 1 s; at 5 s the first one alone.
    const [a, b, c] = [1.1, 1.25, 1.5];
    expect(score.evidence).toBeCloseTo((a ** 3 + b ** 3 + c ** 3 + a + b + c) / 6, 12);
  });

  it('begins a new series after a thousand, so that an honest past hides nothing', () => {
    const honest = Array.from({ length: 1_000 }, (_none, index) => (index % 2) * 2 - 1);
    expect(scoreOf([...honest, ...Array.from({ length: 30 }, () => 1)]).flagged).toBe(true);
  });

  it('keeps the mean move per horizon, signed by the direction', () => {
    const score = new MarkoutScore();
    score.take({ admittedAt: 0, direction: 'DOWN', atAdmission: 100, after: [97, 104] });
    expect(score.means).toEqual([
      { sum: 3, count: 1 },
      { sum: -4, count: 1 },
    ]);
  });

  it('measures the mean in basis points over what does not overlap, with the width of its interval', () => {
    const score = new MarkoutScore();
    const moves = [2, 4, 6, 8];
    moves.forEach((move, index) => {
      const after = [10_000 + move, 10_000 - move];
      score.take({ admittedAt: index * 5_000, direction: 'UP', atAdmission: 10_000, after });
      // Of the same second: it tells of the same move.
      score.take({ admittedAt: index * 5_000 + 999, direction: 'UP', atAdmission: 10_000, after: [90_000, 90_000] });
    });
    const [soon, later] = score.measured;
    expect(soon?.mean).toBeCloseTo(5, 9);
    expect(later?.mean).toBeCloseTo(-5, 9);
    // Variance of 2, 4, 6, 8 is 20/3.
    expect(soon?.within).toBeCloseTo(1.96 * Math.sqrt(20 / 3 / 4), 9);
    expect(later?.within).toBeCloseTo(1.96 * Math.sqrt(20 / 3 / 4), 9);
    expect(new MarkoutScore().measured).toEqual([
      { mean: 0, within: Infinity },
      { mean: 0, within: Infinity },
    ]);
  });

  it('flags at most one honest person in a thousand within 300 predictions', () => {
    const people = 12_000;
    const uniform = seededUniform(57);
    const step = () => Math.floor(uniform() * 7) - 3;
    let flagged = 0;
    for (let person = 0; person < people; person++) {
      const score = new MarkoutScore();
      // A coin, always UP, after the last move, against it: none of them knows the next one.
      const habit = person % 4;
      let last = 1;
      for (let no = 0; no < 300 && !score.flagged; no++) {
        const up = habit === 0 ? uniform() < 0.5 : habit === 1 ? true : habit === 2 ? last > 0 : last < 0;
        const soon = step() + step();
        const later = soon + step() + step() + step();
        last = soon;
        score.take({ admittedAt: no * 6_000, direction: up ? 'UP' : 'DOWN', atAdmission: 0, after: [soon, later] });
      }
      if (score.flagged) flagged += 1;
    }
    process.stdout.write(`${flagged} of ${people} honest people flagged within 300 predictions\n`);
    expect(flagged / people).toBeLessThanOrEqual(0.001);
  });
});

describe('the markout monitor', () => {
  /** Ticks at the given times, price = time in ms. */
  function fed(monitor: MarkoutMonitor, times: readonly number[]): void {
    for (const t of times) monitor.apply(tickAt([t, t, t]));
  }

  it('compares the last price at the admission with the last ones 1 s and 5 s after it', () => {
    const monitor = new MarkoutMonitor();
    fed(monitor, [100, 900]);
    monitor.admitted(admittedAt(1_000));
    fed(monitor, [1_950, 2_000, 2_001, 5_999, 6_500]);
    expect(monitor.scoreOf(U)?.means).toEqual([
      { sum: 2_000 - 900, count: 1 },
      { sum: 5_999 - 900, count: 1 },
    ]);
  });

  it('takes both horizons from one late tick', () => {
    const monitor = new MarkoutMonitor();
    fed(monitor, [100]);
    monitor.admitted(admittedAt(200));
    fed(monitor, [700, 9_000]);
    expect(monitor.scoreOf(U)?.means).toEqual([
      { sum: 600, count: 1 },
      { sum: 600, count: 1 },
    ]);
  });

  it('has no score before both are known, nor of a prediction without a price before it, nor across a break', () => {
    const monitor = new MarkoutMonitor();
    monitor.admitted(admittedAt(50));
    fed(monitor, [100]);
    monitor.admitted(admittedAt(200));
    fed(monitor, [1_300, 5_200]);
    expect(monitor.scoreOf(U)).toBe(null);
    monitor.apply(tickAt([9_000, 9_000, 1], { flags: TICK_FLAGS.break }));
    fed(monitor, [20_000]);
    expect(monitor.scoreOf(U)).toBe(null);
  });

  it('keeps people and streams apart', () => {
    const monitor = new MarkoutMonitor();
    fed(monitor, [100]);
    monitor.apply(tickAt([1, 100, 77], { stream: 8 }));
    monitor.admitted(admittedAt(150, { userId: 'a' }));
    monitor.admitted(admittedAt(150, { userId: 'b', stream: 8 }));
    fed(monitor, [8_000, 9_000]);
    expect(monitor.scoreOf({ userId: 'a', realm: 'real' })?.means[0]?.count).toBe(1);
    expect(monitor.scoreOf({ userId: 'b', realm: 'real' })).toBeNull();
    expect(monitor.scoreOf({ userId: 'a', realm: 'demo' })).toBeNull();
  });

  it('says once whom it flagged', () => {
    const monitor = new MarkoutMonitor();
    const said: MarkoutFlag[] = [];
    for (let no = 0; no < 60; no++) {
      const t = no * 10_000;
      said.push(...monitor.apply(tickAt([2 * no + 1, t, 1_000 + no * 10])));
      monitor.admitted(admittedAt(t + 1));
      said.push(...monitor.apply(tickAt([2 * no + 2, t + 500, 1_000 + no * 10 + 5])));
    }
    expect(said).toEqual([
      {
        userId: 'u',
        realm: 'real',
        predictions: expect.any(Number) as unknown,
        measured: expect.any(Array) as unknown,
      },
    ]);
    expect(said[0]?.predictions).toBeGreaterThan(15);
    expect(said[0]?.predictions).toBeLessThan(40);
    // Each of them rose by 5, from prices of 1,000 to 1,400: by 36 to 50 basis points.
    for (const { mean, within } of said[0]?.measured ?? []) {
      expect(mean).toBeGreaterThan(36);
      expect(mean).toBeLessThan(50);
      expect(within).toBeGreaterThan(0);
    }
  });

  it('gives each person the markouts that a naive look at all ticks gives', () => {
    const world = fc.record({
      gaps: fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 5, maxLength: 60 }),
      admissions: fc.array(fc.nat(60_000), { maxLength: 20 }),
    });
    fc.assert(
      fc.property(world, ({ gaps, admissions }) => {
        let t = 0;
        const ticks = gaps.map((gap, index) => tickAt([index + 1, (t += gap), ((index * 7_919) % 101) + 1]));
        const lastAt = (at: number) => ticks.findLast((tick) => tick.t <= at);
        const monitor = new MarkoutMonitor();
        const asked = admissions.toSorted((a, b) => a - b);
        const expected = [0, 0];
        let next = 0;
        for (const tick of ticks) {
          for (; next < asked.length && asked[next]! < tick.t; next++) {
            const at = asked[next]!;
            monitor.admitted(admittedAt(at));
            const from = lastAt(at);
            if (from === undefined || at + 5_000 >= t) continue;
            expected[0]! += lastAt(at + 1_000)!.price - from.price;
            expected[1]! += lastAt(at + 5_000)!.price - from.price;
          }
          monitor.apply(tick);
        }
        expect(monitor.scoreOf(U)?.means.map(({ sum }) => sum) ?? [0, 0]).toEqual(expected);
      }),
    );
  });
});
