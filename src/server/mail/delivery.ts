import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { Counter } from 'prom-client';
import type { Clock } from '#server/clock.ts';
import type { StoredMailReader } from './stored-mail.ts';
import type { RelayWatch } from './relay-watch.ts';
import type { Delivery, Relay } from './smtp.ts';
import { endLost, endMail, markHanded, nextDue, putBack, takeDue, type TakenMail } from './store.ts';

/** Tries of a mail, and the waits between them: 9 tries over about 11 hours. */
const WAITS_MS = [10_000, 30_000, 120_000, 600_000, 1_800_000, 3_600_000, 10_800_000, 21_600_000] as const;
/** How long a mail belongs to the process that took it: longer than any try may take. */
const HELD_MS = 120_000;
const AT_A_TIME = 4;
const LOOK_EVERY_MS = 2_000;

const mails = new Counter({
  name: 'tikvo_mails_total',
  help: 'Mails by end: sent, failed, unsure, dropped, or put back for another try.',
  labelNames: ['end'],
});

export interface DeliveryParts {
  readonly db: Pool;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  readonly relay: Relay;
  readonly watch: RelayWatch;
  readonly opener: Pick<StoredMailReader, 'letterOf'>;
  /** Has its person ended such mails, or begun to keep away, since it was sent? */
  readonly isUnwanted: (mail: Pick<TakenMail, 'userId' | 'kind'>) => Promise<boolean>;
}

export interface Delivering {
  stop(): Promise<void>;
}

/** Delivers what waits in the outbox, a few at a time, until it is stopped; mails under way are finished then. */
export function startDelivery(parts: DeliveryParts): Delivering {
  let stopped = false;
  let wake: () => void = () => undefined;
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms).unref();
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const loop = async () => {
    while (!stopped) {
      const busy = await deliverDue(parts).catch((error: unknown) => {
        parts.log.warn({ err: error }, 'the outbox could not be read');
        return 0;
      });
      if (busy === 0 && !stopped) await pause(await untilNext(parts));
    }
  };
  const running = loop();
  return {
    async stop() {
      stopped = true;
      wake();
      await running;
    },
  };
}

async function untilNext({ db, clock }: DeliveryParts): Promise<number> {
  const next = await nextDue(db).catch(() => null);
  return next === null ? LOOK_EVERY_MS : Math.min(LOOK_EVERY_MS, Math.max(20, next - clock.now()));
}

/** One round: what a lost process left open is closed, what is due is tried once. Returns how many were tried. */
export async function deliverDue(parts: DeliveryParts): Promise<number> {
  const { db, clock, log } = parts;
  const now = clock.now();
  const lost = await endLost(db, now);
  if (lost > 0) {
    mails.inc({ end: 'unsure' }, lost);
    log.warn({ mails: lost }, 'mails were handed over by a process that ended: they are not sent again');
  }
  const taken = await takeDue(db, { now, until: now + HELD_MS, limit: AT_A_TIME });
  await Promise.all(
    taken.map((mail) =>
      deliverOne(parts, mail).catch((error: unknown) =>
        log.warn({ err: error, mail: mail.id }, 'a mail was not tried'),
      ),
    ),
  );
  return taken.length;
}

async function deliverOne(parts: DeliveryParts, mail: TakenMail): Promise<void> {
  const { db, clock, log, relay } = parts;
  const drop = (fault: string) => {
    mails.inc({ end: 'dropped' });
    return endMail(db, { id: mail.id, state: 'DROPPED', now: clock.now(), fault });
  };
  if (await parts.isUnwanted(mail)) return drop('unwanted');
  const letter = await parts.opener.letterOf(mail);
  if (letter === 'erased') return drop(letter);
  if (letter === 'outdated') {
    mails.inc({ end: 'failed' });
    log.warn({ mail: mail.id, kind: mail.kind }, 'an older version left a mail that cannot be written out any more');
    return endMail(db, { id: mail.id, state: 'FAILED', now: clock.now(), fault: letter });
  }
  const hand = () => markHanded(db, { id: mail.id, attempts: mail.attempts, until: clock.now() + HELD_MS });
  return record(parts, mail, await relay.deliver(letter, hand));
}

async function record({ db, clock, log, watch }: DeliveryParts, mail: TakenMail, delivery: Delivery): Promise<void> {
  const now = clock.now();
  const { id, kind, attempts } = mail;
  if (delivery.end === 'sent') {
    mails.inc({ end: 'sent' });
    watch.took();
    return endMail(db, { id, state: 'SENT', now });
  }
  const { fault } = delivery;
  if (delivery.end === 'away') watch.away(fault);
  if (delivery.end === 'unsure') {
    mails.inc({ end: 'unsure' });
    log.warn({ mail: id, kind, fault }, 'nobody knows whether a mail arrived: it is not sent again');
    return endMail(db, { id, state: 'UNSURE', now, fault });
  }
  const wait = WAITS_MS[attempts - 1];
  if (delivery.end === 'never' || wait === undefined) {
    mails.inc({ end: 'failed' });
    log.warn({ mail: id, kind, fault, attempts }, 'a mail was given up');
    return endMail(db, { id, state: 'FAILED', now, fault });
  }
  mails.inc({ end: 'put back' });
  return putBack(db, { id, nextAt: now + wait, fault });
}
