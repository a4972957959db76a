import { describe, expect, it } from 'vitest';
import { playMaker } from './maker-world.ts';

const PLAYED = { seed: 11, rounds: 80 };
/** The loss cap of a round, USDT. */
const CAP = 100;

describe('the house maker against takers of one kind', () => {
  const random = playMaker({ kind: 'random' }, PLAYED);
  const informed = playMaker({ kind: 'informed' }, PLAYED);
  const early = playMaker({ kind: 'foresighted', earlyMs: 500 }, PLAYED);

  it('earns from those who do not know', () => {
    expect(random.maker.mean).toBeGreaterThan(3 * random.maker.error);
    expect(random.shares / PLAYED.rounds).toBeGreaterThan(100);
  });

  it('loses little to one who knows the volatility better', () => {
    expect(informed.maker.mean).toBeGreaterThan(-1 - 2 * informed.maker.error);
  });

  it('loses to one who knows the price of half a second ahead, which shows that they do, but no more than a few a round', () => {
    expect(early.taker.mean).toBeGreaterThan(0);
    expect(early.fills).toBeGreaterThan(random.fills / 100);
    expect(early.maker.mean).toBeGreaterThan(-8);
  });

  it('never loses more than its cap in a round', () => {
    for (const { worst } of [random, informed, early]) expect(worst).toBeGreaterThanOrEqual(-CAP);
  });

  it('plays the same with the same seed, and another game with another', () => {
    const short = { seed: 5, rounds: 4 };
    expect(playMaker({ kind: 'random' }, short)).toEqual(playMaker({ kind: 'random' }, short));
    expect(playMaker({ kind: 'random' }, { seed: 6, rounds: 4 })).not.toEqual(playMaker({ kind: 'random' }, short));
  });
});
