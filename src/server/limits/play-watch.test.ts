import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { Prediction } from '#domain/trading/prediction.ts';
import { createLocalBus } from '#server/bus/index.ts';
import { watchPlay } from './play-watch.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

function watched(play?: (userId: string) => Promise<void>) {
  const bus = createLocalBus();
  const clock = { at: 0, monotonic: () => clock.at };
  const noted: string[] = [];
  const watch = watchPlay({ bus, clock, log: pino({ level: 'silent' }) }, async (userId) => {
    noted.push(userId);
    await play?.(userId);
  });
  const place = async (userId: string, realm: 'real' | 'demo' = 'real', status: Prediction['status'] = 'ADMITTED') => {
    bus.publish('trading.prediction', { userId, realm, prediction: { status } as Prediction });
    await turn();
  };
  return { clock, noted, watch, place };
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

  it('is neither practice nor what becomes of a prediction later', async () => {
    const { noted, place } = watched();
    await place('ada', 'demo');
    await place('ada', 'real', 'OPEN');
    await place('ada', 'real', 'SETTLED');
    expect(noted).toEqual([]);
  });

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
