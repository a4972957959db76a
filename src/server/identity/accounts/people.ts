import { ok, refused } from '#domain/outcome.ts';
import assert from 'node:assert/strict';
import type { PoolClient } from 'pg';
import { COUNTRY_CODES, RESTRICTED_COUNTRIES } from '#domain/identity/regions.ts';
import { usdt } from '#domain/money.ts';
import type { Actor } from '#domain/identity/actor.ts';
import type { NameStatus } from '#domain/identity/trading-eligibility.ts';
import type { Refusal } from '#domain/refusals.ts';
import type { PersonalInfoBody } from '#protocol/account.ts';
import { isRowId, moneyPair, toIso } from '#protocol/codecs.ts';
import type { ProfileWire } from '#protocol/identity.ts';
import { transaction } from '#server/db/index.ts';
import { record } from '#server/facts/index.ts';
import { balancesOf } from '#server/ledger/index.ts';
import { pictureAddress } from '../avatar/avatars.ts';
import { findAvatar } from '../avatar/store-avatar.ts';
import type { People } from '../contract.ts';
import type { Factors } from '../contract-factors.ts';
import { opened, type IdentityContext } from '../context.ts';
import { lockPerson } from '../store.ts';
import { shownName } from './payees.ts';
import { findAccountById, updatePerson, type AccountRow } from './store-accounts.ts';
import { recordAct } from '../audit-trail.ts';

export function createPeople(context: IdentityContext, factors: Factors): People {
  const { db, vault, config, legalNames } = context;
  return {
    profile: (actor) => readProfile(context, factors, actor),
    publicProfile: async (userId) => {
      const row = isRowId(userId) ? await findAccountById(db, userId) : null;
      if (row === null || row.role === 'DEMO' || row.closed) return refused({ code: 'UserNotFound' });
      return ok({ id: row.userId, name: await shownName(context, context.db, row), memberSince: toIso(row.createdAt) });
    },
    update: async (actor, change) => {
      const refusal = await transaction(db, async (tx) => {
        await lockPerson(tx, actor.userId);
        const row = await findAccountById(tx, actor.userId);
        assert(row !== null, 'a session without its person');
        const forbidden = refuseChange({ row, name: (await legalNames.of(tx, actor.userId)).status }, change);
        if (forbidden !== null) return forbidden;
        const isNamed =
          change.firstName !== undefined || change.lastName !== undefined || change.birthDate !== undefined;
        const { nickname, country, language, appearance } = change;
        const named = isNamed ? await giveName(context, tx, { actor, change, country: country ?? row.country }) : null;
        if (named !== null) return named;
        await updatePerson(tx, actor.userId, {
          ...(nickname === undefined
            ? {}
            : { nickname: nickname === null ? null : await vault.seal(tx, actor.userId, nickname) }),
          ...(country === undefined ? {} : { country }),
          ...(language === undefined ? {} : { language }),
          ...(appearance === undefined ? {} : { appearance }),
        });
        const asked = { userId: actor.userId, sessionId: actor.sessionId };
        if (country !== undefined && country !== row.country) {
          const residence = { before: { country: row.country }, after: { country } };
          await recordAct(context, tx, { ...asked, action: 'residence.changed', ...residence });
          await record(tx, [{ kind: 'residence.changed', userId: actor.userId }]);
        }
        if (isNamed || country !== undefined) {
          await record(tx, [{ kind: 'eligibility.changed', userId: actor.userId }]);
        }
        return null;
      });
      if (refusal !== null) return refused(refusal);
      context.bus.publish('identity.eligibility-changed', { userId: actor.userId });
      return ok(await readProfile(context, factors, actor));
    },
    referrerLink: async ({ userId }) => {
      const row = await findAccountById(db, userId);
      const code = row?.referralCode ?? userId;
      return { code, link: `${config.origins.main}/?ref=${encodeURIComponent(code)}` };
    },
  };
}

/** Takes what is given of a legal name, and writes it down. */
async function giveName(
  context: IdentityContext,
  tx: PoolClient,
  {
    actor,
    change,
    country,
  }: { readonly actor: Actor; readonly change: PersonalInfoBody; readonly country: string | null },
): Promise<Refusal | null> {
  const { firstName: first, lastName: last, birthDate } = change;
  const { userId, sessionId } = actor;
  const given = await context.legalNames.give(tx, { userId, first, last, birthDate, country });
  if (!given.ok) return given.refusal;
  const { before, after } = given.value;
  const names = { before: { ...before }, after: { ...after } };
  await recordAct(context, tx, { userId, sessionId, action: 'name.submitted', ...names });
  return null;
}

/** What was checked against documents, or is being checked, does not change under the check. */
function refuseChange(
  { row, name }: { readonly row: AccountRow; readonly name: NameStatus },
  change: PersonalInfoBody,
): Refusal | null {
  const { country } = change;
  if (country !== undefined && !COUNTRY_CODES.includes(country)) {
    return { code: 'InvalidRequest', fields: { country: 'malformed' } };
  }
  if (country !== undefined && RESTRICTED_COUNTRIES.has(country)) return { code: 'RegionNotServed', country };
  const { firstName, lastName, birthDate } = change;
  const touches = [firstName, lastName, birthDate, country].some((given) => given !== undefined);
  if (!touches) return null;
  // The check of a name asks where its person lives.
  if (country === undefined && row.country === null) return { code: 'InvalidRequest', fields: { country: 'missing' } };
  if (name === 'PENDING_APPROVE') return { code: 'VerificationError', reason: 'ofac_PENDING_APPROVE' };
  if (name === 'BLOCKED') return { code: 'VerificationError', reason: 'ofac_BLOCKED' };
  return name === 'APPROVED' ? { code: 'PermissionsError' } : null;
}

async function readProfile(context: IdentityContext, factors: Factors, actor: Actor): Promise<ProfileWire> {
  const [row, balances] = await Promise.all([
    findAccountById(context.db, actor.userId),
    balancesOf(context.db, { ownerId: actor.userId, realm: actor.realm }),
  ]);
  assert(row !== null, 'a session without its person');
  const [email, nickname, name, twoFactor, picture] = await Promise.all([
    opened(context, context.db, { userId: row.userId, text: row.emailSealed }),
    opened(context, context.db, { userId: row.userId, text: row.nicknameSealed }),
    context.legalNames.of(context.db, row.userId),
    actor.role === 'DEMO' ? ('none' as const) : factors.secondFactorOf(actor.userId),
    actor.role === 'DEMO' ? null : findAvatar(context.db, actor.userId),
  ]);
  const nothing = usdt(0n);
  // Practice money is never paid out.
  const withdrawable = actor.realm === 'demo' ? nothing : await context.freeOf(context.db, actor.userId);
  const house = actor.eligibility?.houseStakeMax ?? null;
  return {
    id: actor.userId,
    email,
    role: actor.role,
    ...moneyPair('totalBalance', balances.cash),
    balances: {
      ...moneyPair('cash', balances.cash),
      ...moneyPair('bonus', nothing),
      ...moneyPair('locked', balances.locked),
      ...moneyPair('withdrawable', withdrawable),
    },
    verifications: { email: row.emailConfirmed, name: name.status },
    firstName: name.first,
    lastName: name.last,
    birthDate: name.birthDate,
    nickname,
    avatar: picture === null ? null : pictureAddress(context.config.origins, picture),
    country: row.country,
    language: row.language,
    appearance: row.appearance,
    hasPassword: row.passwordHash !== null,
    twoFactor,
    ...(house === null ? { predictionMax: null, predictionMaxStr: null } : moneyPair('predictionMax', house)),
    createdAt: toIso(row.createdAt),
  };
}
