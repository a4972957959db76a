import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Actor } from '#domain/identity/actor.ts';
import { toIsoOrNull } from '#protocol/codecs.ts';
import type { Bus } from '#server/bus/bus.ts';
import type { Clock } from '#server/clock.ts';
import { askEngine } from '#server/engine-client/index.ts';
import { dropBeat, giveTime, listDue, saveBeat, settleDue, type DueRow } from './store.ts';

/** How often the clock is asked for programs that fell silent, ms. */
const LOOK_MS = 1_000;
/** An order that was on its way when its program fell silent has come by then, ms. */
const STRAGGLERS_MS = 15_000;

export interface Heartbeats {
  /** From now on the resting orders of the actor's session or key end when `seconds` pass without another beat; 0: they rest as any. */
  beat(actor: Actor, seconds: number): Promise<{ readonly seconds: number; readonly until: string | null }>;
  start(): void;
  stop(): Promise<void>;
}

/** Ends what programs leave on the books when they die. Beats are rows, so that neither thread may forget one. */
export function createHeartbeats(parts: {
  readonly db: Pool;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly everyMs?: number;
}): Heartbeats {
  const { db, bus, clock, log, everyMs = LOOK_MS } = parts;
  let timer: NodeJS.Timeout | null = null;
  let looking: Promise<void> = Promise.resolve();
  let ready = false;

  const takeOff = async (due: DueRow): Promise<void> => {
    const { userId, placedBy, realm } = due;
    const actor: Actor = { userId, sessionId: placedBy, role: realm === 'demo' ? 'DEMO' : 'USER', realm };
    const which = { marketId: null, placedBy, because: 'heartbeat' } as const;
    const reply = await askEngine(bus.request('exchange.cancel', { actor, which, idempotency: null }));
    if (!reply.ok) throw new Error(`no orders could be taken off: ${reply.refusal.code}`);
    await settleDue(db, due, clock.now() + STRAGGLERS_MS);
    if (!due.lapsed) log.info({ userId, placedBy }, 'a program fell silent; its orders are taken off');
  };

  const look = async (): Promise<void> => {
    if (!ready) await giveTime(db, clock.now());
    ready = true;
    for (const due of await listDue(db, clock.now())) await takeOff(due);
  };

  const next = (): void => {
    timer = setTimeout(() => {
      looking = look()
        .catch((error: unknown) => log.warn({ err: error }, 'orders of silent programs wait for the next look'))
        .finally(() => {
          if (timer !== null) next();
        });
    }, everyMs);
  };

  return {
    beat: async ({ userId, sessionId: placedBy, realm }, seconds) => {
      if (seconds === 0) {
        await dropBeat(db, placedBy);
        return { seconds, until: null };
      }
      const dueAt = clock.now() + seconds * 1_000;
      await saveBeat(db, { placedBy, userId, realm, seconds, dueAt });
      return { seconds, until: toIsoOrNull(dueAt) };
    },
    start: next,
    stop: async () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      await looking;
    },
  };
}
