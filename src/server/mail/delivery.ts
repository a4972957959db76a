import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { Counter } from 'prom-client';
import { z } from 'zod';
import type { Clock } from '#server/clock.ts';
import { defineJob, JobFault } from '#server/jobs/index.ts';
import type { StoredMailReader } from './stored-mail.ts';
import type { RelayWatch } from './relay-watch.ts';
import type { Delivery, Relay } from './smtp.ts';
import { endLost, endMail, isHanded, markHanded, putBack, takeMail, type TakenMail } from './store.ts';

/** How long a mail that was handed over belongs to the process that did it: longer than any try may take. */
const HELD_MS = 120_000;

/** Sends one mail of the outbox: 11 tries over about 10 hours. Who waits before a migration stands in 0075 with the same number. */
export const SEND_MAIL = defineJob({
  name: 'mail.send',
  payload: z.object({ mailId: z.uuid() }),
  tries: 11,
  longestMs: HELD_MS,
});

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

/** One try of a mail. Throws JobFault where it must be tried again; a last try that fails ends the mail. */
export async function deliverMail(
  parts: DeliveryParts,
  { id, isLast }: { readonly id: string; readonly isLast: boolean },
): Promise<void> {
  const { db, clock, relay, opener, log } = parts;
  const now = clock.now();
  const mail = await takeMail(db, { id, until: now + HELD_MS });
  if (mail === null) return closeLost(parts, id);
  const drop = (fault: string) => {
    mails.inc({ end: 'dropped' });
    return endMail(db, { id, state: 'DROPPED', now, fault });
  };
  if (await parts.isUnwanted(mail)) return drop('unwanted');
  const letter = await opener.letterOf(mail);
  if (letter === 'erased') return drop(letter);
  if (letter === 'outdated') {
    mails.inc({ end: 'failed' });
    log.warn({ mail: id, kind: mail.kind }, 'an older version left a mail that cannot be written out any more');
    return endMail(db, { id, state: 'FAILED', now, fault: letter });
  }
  const hand = () => markHanded(db, { id, attempts: mail.attempts, until: clock.now() + HELD_MS });
  return record(parts, { ...mail, isLast }, await relay.deliver(letter, hand));
}

/** A mail that is not there to be taken: it has ended, or a process has handed it over and has not said how that went. */
async function closeLost({ db, clock, log }: DeliveryParts, id: string): Promise<void> {
  if (await endLost(db, { id, now: clock.now() })) {
    mails.inc({ end: 'unsure' });
    log.warn({ mail: id }, 'a mail was handed over by a process that ended: it is not sent again');
  } else if (await isHanded(db, id)) {
    throw new JobFault('handed over');
  }
}

async function record(
  { db, clock, log, watch }: DeliveryParts,
  { id, kind, attempts, isLast }: TakenMail & { readonly isLast: boolean },
  delivery: Delivery,
): Promise<void> {
  const now = clock.now();
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
  if (delivery.end === 'never' || isLast) {
    mails.inc({ end: 'failed' });
    log.warn({ mail: id, kind, fault, attempts }, 'a mail was given up');
    return endMail(db, { id, state: 'FAILED', now, fault });
  }
  mails.inc({ end: 'put back' });
  await putBack(db, { id, now, fault });
  throw new JobFault(fault);
}
