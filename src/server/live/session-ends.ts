import type { Logger } from 'pino';
import type { Clock } from '#server/clock.ts';
import type { Identity } from '#server/identity/index.ts';

/** Half of what a socket may outlive its session by, ms. */
const LOOK_EVERY_MS = 500;

/**
 * Tells of sessions and keys that the clock has ended while sockets spoke for them: nobody calls then, so that nothing else would notice. An end
 * is read once, and again when it has come, for a renewal has perhaps moved it.
 */
export function watchSessionEnds(parts: {
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
  readonly livesUntil: Identity['livesUntil'];
  /** Sessions and keys that sockets speak for now. */
  readonly spokenFor: () => Iterable<string>;
  readonly onEnd: (sessionId: string) => void;
}): { stop(): void } {
  const { clock, log, livesUntil, spokenFor, onEnd } = parts;
  /** Ends as they were read, ms. */
  let known = new Map<string, number>();
  let isLooking = false;
  const look = async (): Promise<void> => {
    const now = clock.now();
    const spoken = new Set(spokenFor());
    known = new Map([...known].filter(([id, end]) => spoken.has(id) && end > now));
    const unknown = [...spoken].filter((id) => !known.has(id));
    if (unknown.length === 0) return;
    const ends = await livesUntil(unknown);
    for (const id of unknown) {
      const end = ends.get(id) ?? 0;
      if (end > now) known.set(id, end);
      else onEnd(id);
    }
  };
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    look()
      .catch((error: unknown) => log.warn({ err: error }, 'ends of sessions could not be read'))
      .finally(() => (isLooking = false));
  }, LOOK_EVERY_MS);
  return { stop: () => clearInterval(timer) };
}
