import type { Logger } from 'pino';
import type { Bus } from '#server/bus/index.ts';
import type { Clock } from '#server/clock.ts';

/** A person who predicts all the time is noted once in this while, ms: far less than what parts two sittings. */
const NOTE_EVERY_MS = 30_000;
const MOST = 50_000;

/**
 * Notes play by what is predicted with real money, wherever it comes from: a program without a screen counts like a person with one.
 * Runs beside the placing, which does not wait for it.
 */
export function watchPlay(
  parts: { readonly bus: Bus; readonly clock: Pick<Clock, 'monotonic'>; readonly log: Pick<Logger, 'warn'> },
  play: (userId: string) => Promise<void>,
): { stop(): void } {
  const { bus, clock, log } = parts;
  const noted = new Map<string, number>();
  let stopped = false;
  bus.subscribe('trading.prediction', ({ userId, realm, prediction }) => {
    if (stopped || realm === 'demo' || prediction.status !== 'ADMITTED') return;
    const now = clock.monotonic();
    if (now - (noted.get(userId) ?? -Infinity) < NOTE_EVERY_MS) return;
    if (noted.size >= MOST) noted.clear();
    noted.set(userId, now);
    play(userId).catch((error: unknown) => log.warn({ err: error }, 'play could not be noted'));
  });
  return {
    stop: () => {
      stopped = true;
    },
  };
}
