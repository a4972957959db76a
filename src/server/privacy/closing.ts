import { inCountry } from '#domain/by-country.ts';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import type { PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import { recordsKeptMs } from '#domain/privacy/closing.ts';
import { waitMs } from '#domain/waits.ts';
import { writeEnded } from '#server/audit/index.ts';
import { transaction } from '#server/db/index.ts';
import { record } from '#server/facts/index.ts';
import { balancesOf } from '#server/ledger/index.ts';
import { letGo } from '#server/personal-data/index.ts';
import { hashOfToken, newLinkToken } from '#server/vault/index.ts';
import type { Asking, Privacy } from './contract.ts';
import { pageLink, type PrivacyParts } from './parts.ts';
import {
  findClosure,
  lockDue,
  insertClosure,
  markDestroyed,
  markErased,
  keptBy,
  postpone,
  postponeErasure,
  undoClosure,
} from './store-closure.ts';
import { DAY_MS } from '#domain/time.ts';
import { spanOf } from '#domain/settings/settings.ts';

/** The end of accounts: asked for, then final, then the key. `endDue` does what is due. */
export function createClosing(
  parts: PrivacyParts,
): Pick<Privacy, 'close' | 'keep'> & { readonly endDue: () => Promise<void> } {
  const { db, clock, audit, bus } = parts;
  return {
    close: (asking, leaveBalance) => close(parts, asking, leaveBalance),
    async keep(token) {
      const kept = await transaction(db, async (tx) => {
        const hash = hashOfToken(token);
        const found = await undoClosure(tx, { hash, now: clock.now() });
        // Pressed before, maybe by a mail scanner: it is open, as was asked.
        if (found === null) return (await isKept(parts, tx, hash)) ? 'before' : null;
        await parts.accounts.reopen(tx, found);
        await record(tx, [{ kind: 'eligibility.changed', userId: found }]);
        await audit.write(tx, {
          actorId: found,
          role: 'USER',
          action: 'account.kept',
          objectType: 'user',
          objectId: found,
        });
        return { userId: found };
      });
      if (kept === null) return refused({ code: 'IncorrectToken' });
      if (kept !== 'before') bus.publish('identity.eligibility-changed', kept);
      return ok(null);
    },
    async endDue() {
      while (await eraseOne(parts));
      while (await destroyOne(parts));
    },
  };
}

async function close(
  parts: PrivacyParts,
  { actor, address, locale }: Asking,
  leaveBalance: boolean,
): Promise<Outcome<{ readonly finalAt: number }>> {
  const { db, clock, config, vault, audit, mail, bus } = parts;
  const { userId } = actor;
  const now = clock.now();
  const done = await transaction(db, async (tx) => {
    const person = await parts.accounts.lock(tx, userId);
    const before = await findClosure(tx, userId);
    if (before !== null) return { finalAt: before.finalAt, ended: [] };
    const balances = await balancesOf(tx, { ownerId: userId, realm: 'real' });
    if (!leaveBalance && Object.values(balances).some((amount) => amount > 0n)) return null;
    const { token, hash } = newLinkToken();
    const finalAt = now + waitMs(spanOf('privacy.closing_days', parts.settings.values), config.waits);
    await insertClosure(tx, { id: uuidv7(), userId, tokenHash: hash, askedAt: now, finalAt });
    const { sessions, keys } = await parts.accounts.close(tx, { userId, now });
    await record(tx, [
      { kind: 'security.changed', userId, what: 'account_closing' },
      { kind: 'account.closed', userId, ended: [...sessions, ...keys] },
    ]);
    const to = person.emailSealed === null ? null : await vault.open(tx, userId, person.emailSealed);
    if (to !== null) {
      const link = pageLink(parts, { site: 'main', locale, path: `keep-account?token=${token}` });
      const values = { at: new Date(finalAt).toISOString(), link };
      await mail.send(tx, { userId, to, kind: 'account_closing', language: person.language, values });
    }
    await audit.write(tx, {
      actorId: userId,
      role: actor.role,
      action: 'account.closed',
      objectType: 'user',
      objectId: userId,
      address,
    });
    const by = { actorId: userId, role: actor.role, address };
    await writeEnded(audit, tx, { ids: sessions, userId, what: 'session', why: 'closed', by });
    await writeEnded(audit, tx, { ids: keys, userId, what: 'api_key', why: 'closed', by });
    return { finalAt, ended: [...sessions, ...keys] };
  });
  if (done === null) return refused({ code: 'InvalidRequest', fields: { leaveBalance: 'missing' } });
  for (const sessionId of done.ended) bus.publish('identity.session-ended', { sessionId });
  bus.publish('identity.eligibility-changed', { userId });
  return ok({ finalAt: done.finalAt });
}

/** Was the closing that a mail's token names undone before, and is the account open still? */
async function isKept({ accounts }: PrivacyParts, tx: PoolClient, hash: Buffer): Promise<boolean> {
  const userId = await keptBy(tx, hash);
  return userId !== null && (await accounts.find(tx, userId))?.closed === false;
}

/** Profile, marketing, picture and devices of one account go; identity and money records stay for the law. false: none was due. */
async function eraseOne(parts: PrivacyParts): Promise<boolean> {
  const { db, clock, vault, audit, mail, documents } = parts;
  const now = clock.now();
  return transaction(db, async (tx) => {
    const closure = await lockDue(tx, { what: 'erase', now });
    if (closure === null) return false;
    if (await documents.isHeld(tx, closure.userId)) {
      await postponeErasure(tx, { id: closure.id, until: now + ASK_AGAIN_MS });
      return true;
    }
    const person = await parts.accounts.lock(tx, closure.userId);
    // The years of the law begin with the end of the account, also where its erasure had to wait.
    const years = inCountry(parts.config.recordYears, person.country);
    const destroyAt = Math.max(now, closure.finalAt + recordsKeptMs(years));
    const to = person.emailSealed === null ? null : await vault.open(tx, closure.userId, person.emailSealed);
    // First and outside of the transaction: a cut leaves an account without its picture, and the next round does the rest.
    await parts.avatars.forget(closure.userId);
    for (const part of parts.personalData) await letGo(tx, part, { userId: closure.userId, when: 'atEnd' });
    await markErased(tx, { id: closure.id, now, destroyAt });
    if (to !== null) {
      const values = { at: new Date(now).toISOString(), until: new Date(destroyAt).toISOString() };
      await mail.send(tx, { userId: closure.userId, to, kind: 'account_closed', language: person.language, values });
    }
    await audit.write(tx, bySystem(closure.userId, 'account.erased'));
    return true;
  });
}

/** Whether a legal hold is over is asked once a day. */
const ASK_AGAIN_MS = DAY_MS;

/** The law has let go: what is left of one person becomes unreadable for good. false: none was due. */
async function destroyOne({ db, clock, vault, audit, personalData, documents }: PrivacyParts): Promise<boolean> {
  const now = clock.now();
  return transaction(db, async (tx) => {
    const closure = await lockDue(tx, { what: 'destroy', now });
    if (closure === null) return false;
    if (await documents.isHeld(tx, closure.userId)) {
      await postpone(tx, { id: closure.id, until: now + ASK_AGAIN_MS });
      return true;
    }
    // Outside of the transaction: a cut leaves rows without their pictures, and the next round does the rest.
    await documents.forget(closure.userId);
    for (const part of personalData) await letGo(tx, part, { userId: closure.userId, when: 'atDestruction' });
    await vault.destroy(tx, closure.userId);
    await markDestroyed(tx, closure.id, now);
    await audit.write(tx, bySystem(closure.userId, 'key.destroyed'));
    return true;
  });
}

function bySystem(userId: string, action: string) {
  return { actorId: null, role: 'SYSTEM', action, objectType: 'user', objectId: userId } as const;
}
