import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { OrderWire } from '#protocol/exchange.ts';
import type { ScheduledWire } from '#protocol/scheduled.ts';
import type { Prediction } from '#domain/trading/prediction.ts';
import { createLocalBus } from '#server/bus/index.ts';
import { trackSessionTime } from './session-time.ts';

const START = Date.UTC(2026, 10, 20);
const at = (ms: number) => new Date(START + ms).toISOString();
/** What the engine tells of somebody, at the start of the clock. */
const NEWS = {
  predicted: { topic: 'trading.prediction', prediction: { status: 'ADMITTED' } as Prediction },
  'sold early': { topic: 'trading.prediction', prediction: { status: 'SETTLED', outcome: 'SOLD' } as Prediction },
  'placed an order': { topic: 'exchange.order', order: { placedAt: at(0), status: 'OPEN' } as OrderWire },
  'bought at once': { topic: 'exchange.order', order: { placedAt: at(-200), status: 'FILLED' } as OrderWire },
  'scheduled an entry': { topic: 'trading.scheduled', entry: { placedAt: at(0), status: 'WAITING' } as ScheduledWire },
  'an entry tick': { topic: 'trading.prediction', prediction: { status: 'OPEN' } as Prediction },
  'a settlement': { topic: 'trading.prediction', prediction: { status: 'SETTLED', outcome: 'WIN' } as Prediction },
  'an order filled later': { topic: 'exchange.order', order: { placedAt: at(-60_000), status: 'FILLED' } as OrderWire },
  'an entry that expired': {
    topic: 'trading.scheduled',
    entry: { placedAt: at(-60_000), status: 'EXPIRED' } as ScheduledWire,
  },
} as const;

const turn = () => new Promise((resolve) => setImmediate(resolve));

function watched(play?: (userId: string) => Promise<void>) {
  const bus = createLocalBus();
  const clock = { at: 0, monotonic: () => clock.at, now: () => START + clock.at };
  const noted: string[] = [];
  const watch = trackSessionTime({ bus, clock, log: pino({ level: 'silent' }) }, async (userId) => {
    noted.push(userId);
    await play?.(userId);
  });
  const tell = async <T extends keyof typeof NEWS>(of: T, userId: string, realm: 'real' | 'demo' = 'real') => {
    const { topic, ...news } = NEWS[of];
    bus.publish(topic, { userId, realm, ...news } as never);
    await turn();
  };
  return { clock, noted, watch, tell, place: (userId: string) => tell('predicted', userId) };
}

describe('play that is noted', () => {
  it('is what people predict with real money, once in half a minute each', async () => {
    const { clock, noted, place } = watched();
    await place('ada');
    await place('ada');
    await place('ben');
    clock.at = 29_999;
    await place('ada');
    clock.at = 30_000;
    await place('ada');
    expect(noted).toEqual(['ada', 'ben', 'ada']);
  });

  it.each(['predicted', 'sold early', 'placed an order', 'bought at once', 'scheduled an entry'] as const)(
    'is that somebody %s, with real money only',
    async (what) => {
      const { noted, tell } = watched();
      await tell(what, 'ada', 'demo');
      expect(noted).toEqual([]);
      await tell(what, 'ada');
      expect(noted).toEqual(['ada']);
    },
  );

  it.each(['an entry tick', 'a settlement', 'an order filled later', 'an entry that expired'] as const)(
    'is not what becomes of it: %s',
    async (what) => {
      const { noted, tell } = watched();
      await tell(what, 'ada');
      expect(noted).toEqual([]);
    },
  );

  it('goes on after a failure, and ends with the stop', async () => {
    const { clock, noted, place, watch } = watched(() => Promise.reject(new Error('the database is away')));
    await place('ada');
    clock.at = 60_000;
    await place('ada');
    watch.stop();
    clock.at = 120_000;
    await place('ada');
    expect(noted).toEqual(['ada', 'ada']);
  });
});
