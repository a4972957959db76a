/**
 * Nobody trades on a known price, and one who sees the true price early gains nothing. The full
 * number is played by `npm run test:models`; LATENCY_SEED makes another world.
 */
import { describe, expect, it } from 'vitest';
import { GROUP_RULES } from '#domain/prices/pair.ts';
import { PAYOUT_BPS, playPredictions } from './foresight-world.ts';
import type { Bot, Played } from './foresight-world.ts';
import { SIZE } from './size.ts';

const { predictions } = SIZE;
const seed = Number(process.env['LATENCY_SEED'] ?? 20_261_121);
const RULE = GROUP_RULES.crypto;
/** What a coin gains of each unit staked. */
const COIN = (PAYOUT_BPS / 10_000 - 1) / 2;

function play(bot: Bot, change: { entry?: 'real' | 'last tick'; deltaMs?: number } = {}): Played {
  const { entry = 'real', deltaMs = RULE.deltaMs } = change;
  const played = playPredictions({ seed, predictions, bot, entry, rule: { ...RULE, deltaMs } });
  const { edge, error, wins, losses, ties, voids, known } = played;
  const name = bot.earlyMs === null ? 'a coin' : `${bot.earlyMs} ms early`;
  const rate = ((wins / (wins + losses)) * 100).toFixed(2);
  process.stdout.write(
    `${name}, ${entry} entry, delta ${deltaMs} ms, seed ${seed}: ${wins + losses + ties + voids} predictions, ${rate} % right, ` +
      `edge ${(edge * 100).toFixed(2)} ± ${(error * 100).toFixed(2)} %, ${known} on a known price\n`,
  );
  return played;
}

describe('latency protection', () => {
  const coin = play({ earlyMs: null });

  it('gives a coin what a coin is worth', () => {
    expect(coin.wins + coin.losses + coin.ties).toBe(predictions);
    expect(Math.abs(coin.edge - COIN)).toBeLessThan(3 * coin.error);
  });

  describe.each([50, 200, 500])('against a bot that sees the price %i ms early', (earlyMs) => {
    it('leaves it the edge of a coin, and no entry on a price that was known', () => {
      const bot = play({ earlyMs });
      expect(bot.wins + bot.losses + bot.ties).toBe(predictions);
      expect(Math.abs(bot.edge - coin.edge)).toBeLessThan(2 * Math.hypot(bot.error, coin.error));
      expect([bot.known, coin.known]).toEqual([0, 0]);
    });

    it('is what stops it: entering at the last tick, the same bot profits', () => {
      const bot = play({ earlyMs }, { entry: 'last tick' });
      expect(bot.edge).toBeGreaterThan(5 * bot.error);
      expect(bot.known).toBe(predictions);
    });
  });

  it('needs its half second: without it, a bot that sees 500 ms ahead profits', () => {
    const bot = play({ earlyMs: 500 }, { deltaMs: 0 });
    expect(bot.edge).toBeGreaterThan(3 * bot.error);
  });
});
