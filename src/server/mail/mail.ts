import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { uuidv7 } from 'uuidv7';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config/config.ts';
import { transaction, type Queryable } from '#server/db/index.ts';
import { enqueue, workOn, type JobHandler } from '#server/jobs/index.ts';
import type { KeptMail, Mail, MailRequest, Sealer, UnsubscribeAnswer } from './contract.ts';
import { deliverMail, SEND_MAIL } from './delivery.ts';
import { setWord, wordFor, wordOf } from './word-store.ts';
import { createStoredMailReader, type Sealed } from './stored-mail.ts';
import { RelayWatch } from './relay-watch.ts';
import { createRelay, type AskedRelay } from './smtp.ts';
import { deleteOldMail, findKept, hasOptedOut, insertAnswer, insertMail, listKept, optIn, optOut } from './store.ts';
import { mailLocaleOf } from './texts.ts';
import { makeUnsubscribeToken, readUnsubscribeToken } from './unsubscribe-token.ts';
import { createMailRenderer, isServiceMail } from './render.ts';
import { DAY_MS } from '#domain/time.ts';

const SAID_FOR_MS = 30 * DAY_MS;
const ROWS_FOR_MS = 365 * DAY_MS;
const LONGEST_COMMENT = 1_000;

export interface MailParts {
  readonly config: Pick<Config, 'mail' | 'mode' | 'origins' | 'brand'>;
  readonly db: Pool;
  readonly clock: Clock;
  readonly log: Logger;
  readonly vault: Sealer;
  /** Does the person keep away from trading, by a time-out or a self-exclusion? They get mails of the account only. Missing: nobody does. */
  readonly keepsAway?: (db: Queryable, userId: string) => Promise<boolean>;
}

/** The post of the product: an outbox that transactions fill, and the job that sends one of it. */
export function createMail(parts: MailParts): Mail {
  const { config, db, clock, log, vault } = parts;
  const { smtpUrl } = config.mail;
  const write = createMailRenderer(parts);
  const opener = createStoredMailReader(parts, write);
  const origins = new Set(Object.values(config.origins));
  const relay = smtpUrl === null ? null : relayOf(smtpUrl, config.mode);
  const watch = new RelayWatch(log);
  const deliver: JobHandler<{ readonly mailId: string }> = async ({ mailId }, { isLast }) => {
    if (relay === null) return;
    const isUnwantedNow = (waiting: { readonly userId: string; readonly kind: string }) =>
      isUnwanted(parts, db, waiting);
    await deliverMail({ db, clock, log, relay, watch, opener, isUnwanted: isUnwantedNow }, { id: mailId, isLast });
  };
  return {
    send: async (tx, request) => {
      refuseForeignLinks(request, origins);
      if (await isUnwanted(parts, tx, request)) return;
      const word = await wordFor(parts, tx, request);
      const { to, thread } = request;
      const sealed = { to, written: write({ ...request, word }), thread } satisfies Sealed;
      const id = uuidv7();
      await insertMail(tx, {
        id,
        userId: request.userId,
        kind: request.kind,
        language: mailLocaleOf(request.language),
        sealed: await vault.seal(tx, request.userId, JSON.stringify(sealed)),
        state: relay === null ? 'KEPT' : 'WAITING',
        now: clock.now(),
      });
      if (relay !== null) await enqueue(tx, SEND_MAIL, { mailId: id });
    },
    jobs: relay === null ? [] : [workOn(SEND_MAIL, () => deliver)],
    checkRelay: async () => {
      const fault = await relay?.check();
      if (fault) watch.away(fault);
    },
    kept: async (limit) => {
      const opened: KeptMail[] = [];
      for (const row of await listKept(db, limit)) {
        const mail = await opener.keptOf(row);
        if (mail !== null) opened.push(mail);
      }
      return opened;
    },
    keptOne: async (id) => {
      const mail = await findKept(db, id);
      return mail === null ? null : opener.keptOf(mail);
    },
    unsubscribeToken: (userId) => makeUnsubscribeToken(userId, vault),
    unsubscribe: (answer) => unsubscribe(parts, answer),
    word: (userId) => wordOf(parts, db, userId),
    setWord: (of) => setWord(parts, of),
    pause: optOut,
    hasUnsubscribed: hasOptedOut,
    resubscribe: optIn,
    forgetOld: () => {
      const now = clock.now();
      return deleteOldMail(db, { now, said: now - SAID_FOR_MS, rows: now - ROWS_FOR_MS });
    },
  };
}

/** Not of the account itself, and its person has ended such mails, or keeps away from trading. */
async function isUnwanted(
  { keepsAway }: Pick<MailParts, 'keepsAway'>,
  db: Queryable,
  { userId, kind }: { readonly userId: string; readonly kind: string },
): Promise<boolean> {
  if (isServiceMail(kind)) return false;
  return (await hasOptedOut(db, userId)) || ((await keepsAway?.(db, userId)) ?? false);
}

async function unsubscribe({ db, clock, vault }: MailParts, answer: UnsubscribeAnswer): Promise<boolean> {
  const userId = readUnsubscribeToken(answer.token, vault);
  if (userId === null) return false;
  const now = clock.now();
  const comment = answer.comment.trim().slice(0, LONGEST_COMMENT);
  await transaction(db, async (tx) => {
    await optOut(tx, { userId, now });
    if (answer.reasons.length === 0 && comment === '') return;
    // A person whose data were erased has no key left to seal with.
    const sealed = comment === '' ? null : await vault.seal(tx, userId, comment).catch(() => null);
    await insertAnswer(tx, { id: uuidv7(), userId, now, reasons: answer.reasons, comment: sealed });
  });
  return true;
}

function refuseForeignLinks({ kind, values }: MailRequest, origins: ReadonlySet<string>): void {
  if (!('link' in values)) return;
  if (URL.canParse(values.link) && origins.has(new URL(values.link).origin)) return;
  throw new Error(`the link of a mail ${kind} leads outside of our origins`);
}

/** In production a relay on another machine must encrypt. */
function relayOf(url: string, mode: Config['mode']): AskedRelay {
  const isNear = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);
  return createRelay({ url, requireTls: mode === 'production' && !isNear });
}
