import type { Logger } from 'pino';
import type { Bus } from '#server/bus/index.ts';
import type { Clock } from '#server/clock.ts';

/** A person who plays all the time is noted once in this while, ms: far less than what parts two play sessions. */
const NOTE_EVERY_MS = 30_000;
const MOST = 50_000;

/**
 * Notes play by what is done with real money, wherever it comes from: a program without a screen counts like a person with one.
 * Predicting, selling early, placing an order or a scheduled entry is play; what becomes of them later is not.
 * Runs beside the placing, which does not wait for it.
 */
export function trackSessionTime(
  parts: { readonly bus: Bus; readonly clock: Clock; readonly log: Pick<Logger, 'warn'> },
  play: (userId: string) => Promise<void>,
): { stop(): void } {
  const { bus, clock, log } = parts;
  const noted = new Map<string, number>();
  const note = ({ userId, realm }: { readonly userId: string; readonly realm: 'real' | 'demo' }) => {
    if (realm === 'demo') return;
    const now = clock.monotonic();
    if (now - (noted.get(userId) ?? -Infinity) < NOTE_EVERY_MS) return;
    if (noted.size >= MOST) noted.clear();
    noted.set(userId, now);
    play(userId).catch((error: unknown) => log.warn({ err: error }, 'play could not be noted'));
  };
  // An order is told of again when it is filled or ends, which may be hours later: only the first news is the person's.
  const isNew = ({ placedAt }: { readonly placedAt: string }) => clock.now() - Date.parse(placedAt) < NOTE_EVERY_MS;
  const ends = [
    bus.subscribe('trading.prediction', ({ prediction, ...owner }) => {
      if (prediction.status === 'ADMITTED' || prediction.outcome === 'SOLD') note(owner);
    }),
    bus.subscribe('trading.scheduled', ({ entry, ...owner }) => {
      if (isNew(entry)) note(owner);
    }),
    bus.subscribe('exchange.order', ({ order, ...owner }) => {
      if (isNew(order)) note(owner);
    }),
  ];
  return {
    stop: () => {
      for (const end of ends) end();
    },
  };
}
