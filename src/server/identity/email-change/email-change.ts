import { ok, refused, type Outcome } from '#domain/outcome.ts';
import type { PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import type { Actor } from '#domain/identity/actor.ts';
import { readEmail } from '#domain/identity/email.ts';
import { afterYes } from '#domain/privacy/email-change.ts';
import { spanOf } from '#domain/settings/settings.ts';
import { waitMs } from '#domain/waits.ts';
import type { EmailChangeWire } from '#protocol/privacy.ts';
import { writeEnded } from '#server/audit/index.ts';
import { transaction, type Queryable } from '#server/db/index.ts';
import { record } from '#server/facts/index.ts';
import { emailBlind, emailBlinds, hashOfToken, mailboxBlinds, newLinkToken } from '#server/vault/index.ts';
import { insertHold } from '../accounts/store-accounts.ts';
import type { IdentityContext } from '../context.ts';
import type { Asking, EmailChanges } from './contract.ts';
import {
  endChange,
  endWaiting,
  findWaiting,
  lockByToken,
  insertChange,
  ownerOfToken,
  sayYes,
  tidyChanges,
  type EmailChangeRow,
} from './store-email-change.ts';
import {
  endSessionsFor,
  findPerson,
  lockPerson,
  isEmailTaken,
  moveEmail,
  type PersonRow,
} from '../accounts/store-people.ts';
import { DAY_MS } from '#domain/time.ts';

const PAGE = 'confirm-email';
/** Ended changes hold addresses: they go after this long. */
const CHANGES_KEPT_MS = 30 * DAY_MS;
const UNKNOWN = refused({ code: 'IncorrectToken' });
const NONE: EmailChangeWire = { pending: null };

/** What a change of address works with. */
export type EmailChangeParts = Pick<
  IdentityContext,
  'config' | 'db' | 'bus' | 'clock' | 'vault' | 'audit' | 'mail' | 'keepExcluded' | 'settings'
>;

/** How long the links of both mails are good, ms. */
function linkMs({ config, settings }: EmailChangeParts): number {
  return waitMs(spanOf('email.change_hours', settings.values), config.waits);
}

/** Changes of address: both mailboxes say yes, or the new one alone where the old was never confirmed. */
export function createEmailChanges(parts: EmailChangeParts): EmailChanges {
  const { db, clock, audit } = parts;
  return {
    pending: (userId) => read(parts, db, userId),
    ask: (asking, email) => ask(parts, asking, email),
    async drop({ actor, address }) {
      await transaction(db, async (tx) => {
        const dropped = await endWaiting(tx, { userId: actor.userId, outcome: 'CANCELLED', now: clock.now() });
        if (!dropped) return;
        await audit.write(tx, { ...byPerson(actor, 'email_change.cancelled'), address });
      });
      return NONE;
    },
    confirm: (token) => confirm(parts, token),
    tidy: () => tidyChanges(db, { now: clock.now(), before: clock.now() - CHANGES_KEPT_MS }),
    refuse: (token) =>
      transaction(db, async (tx) => {
        const found = await lockByToken(tx, hashOfToken(token));
        // Pressed before, maybe by a mail scanner: nothing is changed, as was asked.
        if (found?.change.outcome === 'CANCELLED') return ok(null);
        if (found === null || found.change.endedAt !== null) return UNKNOWN;
        const { id, userId } = found.change;
        const person = await findPerson(tx, userId);
        await endChange(tx, { id, outcome: 'CANCELLED', now: clock.now() });
        await audit.write(tx, {
          ...byPerson({ userId, role: person?.role ?? 'USER' }, 'email_change.cancelled'),
          reason: `by the ${found.side} address`,
        });
        return ok(null);
      }),
  };
}

function byPerson({ userId, role }: Pick<Actor, 'userId' | 'role'>, action: string) {
  return { actorId: userId, role, action, objectType: 'user', objectId: userId } as const;
}

async function ask(parts: EmailChangeParts, asking: Asking, text: string): Promise<Outcome<EmailChangeWire>> {
  const { db, clock, vault, audit } = parts;
  const { userId, sessionId, role } = asking.actor;
  const email = readEmail(text);
  if (email === null) return refused({ code: 'InvalidEmail' });
  const [own, other] = [newLinkToken(), newLinkToken()];
  const now = clock.now();
  return transaction(db, async (tx): Promise<Outcome<EmailChangeWire>> => {
    const person = await lockPerson(tx, userId);
    const before = person.emailSealed === null ? null : await vault.open(tx, userId, person.emailSealed);
    const isOwn = before !== null && emailBlind(parts, before).equals(emailBlind(parts, email));
    if (isOwn) return refused({ code: 'InvalidRequest', fields: { email: 'same' } });
    if (await isEmailTaken(tx, { blinds: emailBlinds(parts, email), userId }))
      return refused({ code: 'UserAlreadyExists' });
    await endWaiting(tx, { userId, outcome: 'REPLACED', now });
    // An address that was never confirmed proves nothing: nobody is asked there.
    const asked = person.emailConfirmed ? before : null;
    await insertChange(tx, {
      id: uuidv7(),
      userId,
      newEmailSealed: await vault.seal(tx, userId, email),
      oldTokenHash: own.hash,
      newTokenHash: other.hash,
      sessionId,
      oldAsked: asked !== null,
      now,
      expiresAt: now + linkMs(parts),
    });
    await sendBoth(parts, tx, {
      ...asking,
      language: person.language,
      email,
      asked,
      tokens: { own: own.token, other: other.token },
    });
    await audit.write(tx, { ...byPerson({ userId, role }, 'email_change.asked'), address: asking.address });
    return ok(await read(parts, tx, userId));
  });
}

async function sendBoth(
  parts: EmailChangeParts,
  tx: PoolClient,
  to: Asking & {
    readonly language: string;
    readonly email: string;
    readonly asked: string | null;
    readonly tokens: { readonly own: string; readonly other: string };
  },
): Promise<void> {
  const { actor, locale, language, email, asked, tokens } = to;
  const { userId } = actor;
  const wait = String(linkMs(parts));
  const link = (token: string) => `${parts.config.origins.main}/${locale}/${PAGE}?token=${token}`;
  await parts.mail.send(tx, {
    userId,
    to: email,
    kind: 'email_change',
    language,
    values: { link: link(tokens.other), wait },
  });
  if (asked === null) return;
  const values = { link: link(tokens.own), newEmail: email, wait };
  await parts.mail.send(tx, { userId, to: asked, kind: 'email_change_notice', language, values });
}

async function confirm(parts: EmailChangeParts, token: string): Promise<Outcome<'waiting' | 'changed'>> {
  const { db, clock, bus } = parts;
  const now = clock.now();
  const told = await transaction(db, async (tx) => {
    const over = { answer: UNKNOWN, ended: [], userId: '' };
    const owner = await ownerOfToken(tx, hashOfToken(token));
    if (owner === null) return over;
    // The person first: their address may be getting confirmed, which ends the change.
    const person = await lockPerson(tx, owner);
    const found = await lockByToken(tx, hashOfToken(token));
    if (found === null) return over;
    const { change, side } = found;
    // Pressed before, maybe by a mail scanner: it is changed, as was asked.
    if (change.outcome === 'DONE') return { answer: { ok: true, value: 'changed' } as const, ended: [], userId: '' };
    const step = afterYes(change, { side, now, oldConfirmed: person.emailConfirmed });
    if (step === 'over') return over;
    await sayYes(tx, { id: change.id, side, now });
    if (step === 'waiting') return { answer: { ok: true, value: 'waiting' } as const, ended: [], userId: '' };
    return { ...(await makeChange(parts, tx, { change, person })), userId: change.userId };
  });
  for (const sessionId of told.ended) bus.publish('identity.session-ended', { sessionId });
  if (told.userId !== '') bus.publish('identity.eligibility-changed', { userId: told.userId });
  return told.answer;
}

/** Both have said yes, or the one that was asked: the address, the sessions, the hold, the notice and the log in one transaction. */
async function makeChange(
  parts: EmailChangeParts,
  tx: PoolClient,
  { change, person }: { readonly change: EmailChangeRow; readonly person: PersonRow },
): Promise<{ readonly answer: Outcome<'changed'>; readonly ended: readonly string[] }> {
  const { clock, vault, audit, mail, config, settings } = parts;
  const { id, userId, newEmailSealed, sessionId } = change;
  const now = clock.now();
  const before = person.emailSealed === null ? null : await vault.open(tx, userId, person.emailSealed);
  const email = await vault.open(tx, userId, newEmailSealed);
  if (person.closed || email === null) return { answer: UNKNOWN, ended: [] };
  const sealed = await vault.seal(tx, userId, email);
  const isMoved = await moveEmail(tx, {
    userId,
    sealed,
    blind: emailBlind(parts, email),
    blinds: emailBlinds(parts, email),
    now,
  });
  if (!isMoved) {
    await endChange(tx, { id, outcome: 'TAKEN', now });
    return { answer: { ok: false, refusal: { code: 'UserAlreadyExists' } }, ended: [] };
  }
  // Who has excluded themselves stays excluded under the new address too.
  if (person.emailBlind !== null) {
    await parts.keepExcluded(tx, { from: person.emailBlind, to: mailboxBlinds(parts, email) });
  }
  await endChange(tx, { id, outcome: 'DONE', now });
  const ended = await endSessionsFor(tx, { userId, except: sessionId, reason: 'email', now });
  const holdMs = waitMs(spanOf('holds.hours', settings.values), config.waits);
  await insertHold(tx, { userId, reason: 'email', since: now, until: now + holdMs });
  await record(tx, [
    { kind: 'security.changed', userId, what: 'email_changed' },
    { kind: 'eligibility.changed', userId },
  ]);
  if (before !== null) {
    const values = { at: new Date(now).toISOString(), newEmail: email };
    await mail.send(tx, { userId, to: before, kind: 'email_changed', language: person.language, values });
  }
  await audit.write(tx, {
    ...byPerson({ userId, role: person.role }, 'email.changed'),
    before: { email: before },
    after: { email },
  });
  const by = { actorId: userId, role: person.role };
  await writeEnded(audit, tx, { ids: ended, userId, what: 'session', why: 'email', by });
  return { answer: { ok: true, value: 'changed' }, ended };
}

async function read({ vault, clock }: EmailChangeParts, db: Queryable, userId: string): Promise<EmailChangeWire> {
  const row = await findWaiting(db, userId);
  if (row === null || row.expiresAt <= clock.now()) return NONE;
  const [email, person] = [await vault.open(db, userId, row.newEmailSealed), await findPerson(db, userId)];
  if (email === null || person === null) return NONE;
  return {
    pending: {
      email,
      oldConfirmed: row.oldSaidYesAt !== null,
      newConfirmed: row.newSaidYesAt !== null,
      expiresAt: new Date(row.expiresAt).toISOString(),
    },
  };
}
