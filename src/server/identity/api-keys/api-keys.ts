import { ok, refused } from '#domain/outcome.ts';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import type { Actor } from '#domain/identity/actor.ts';
import { bearerText, CAP_MS, USUAL_KEY_RATE } from '#domain/identity/api-key.ts';
import { DEMO_CASH, DEMO_TOKEN_MS } from '#domain/identity/demo.ts';
import { realmOf } from '#domain/identity/policy.ts';
import { usdt, type Usdt } from '#domain/money.ts';
import type { FieldFault, Refusal } from '#domain/refusals.ts';
import type { ApiKeyWire, NewApiKeyBody } from '#protocol/api-keys.ts';
import { isRowId, moneyPair, readDecimal, toIso, toIsoOrNull } from '#protocol/codecs.ts';
import type { Audit } from '#server/audit/index.ts';
import type { Bus } from '#server/bus/bus.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config/config.ts';
import { transaction } from '#server/db/index.ts';
import { record } from '#server/facts/index.ts';
import { openAccounts, topUpDemo } from '#server/ledger/index.ts';
import type { Mail } from '#server/mail/index.ts';
import { STANDARD_SETTINGS, type LiveSettings } from '#server/settings/index.ts';
import type { Vault } from '#server/vault/index.ts';
import type { StandingOf } from '../sessions/sessions.ts';
import { findSession, insertPerson } from '../store.ts';
import type { AccountAdmin } from '../accounts/account-admin.ts';
import { createLossCap, usedOf } from './loss-cap.ts';
import type { ApiKeys } from './contract.ts';
import { createApiKeyAuth } from './api-key-auth.ts';
import { readNetwork } from './networks.ts';
import { secretHash } from './secret.ts';
import { endKey, findKey, forgetNonces, lockPerson, insertKey, livingKeysOf } from './store-keys.ts';
import type { ApiKeyRow } from './store-keys.ts';
import { forgetStakes } from './store-stakes.ts';

export interface ApiKeyParts {
  readonly config: Pick<Config, 'origins'>;
  readonly db: Pool;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly audit: Pick<Audit, 'write'>;
  readonly mail: Pick<Mail, 'send'>;
  readonly contactOf: AccountAdmin['contactOf'];
  /** What holds a person back; without it nobody is held back. */
  readonly standingOf: StandingOf | null;
  /** What an operator has set; without it the standard. */
  readonly settings?: LiveSettings;
}

const SECRET_BYTES = 32;
const MONEY_DIGITS = 6;

export function createApiKeys(parts: ApiKeyParts): ApiKeys {
  const { db, clock } = parts;
  const door = createApiKeyAuth(parts);
  return {
    list: async ({ userId }) => {
      const keys = await livingKeysOf(db, userId, clock.now());
      return Promise.all(keys.map((key) => toWire(parts, key)));
    },
    create: (actor, body, address) => create(parts, actor, { body, address }),
    revoke: async (actor, id, address) => {
      const ended = isRowId(id) ? await revoke(parts, actor, { id, address }) : null;
      if (ended === null) return refused({ code: 'NotFound' });
      door.forget(id);
      // Its sockets close, and no cache answers for it any more.
      parts.bus.publish('identity.session-ended', { sessionId: id });
      return ok(await toWire(parts, ended));
    },
    byBearer: door.byBearer,
    bySignature: door.bySignature,
    withinCap: createLossCap(parts),
    forgetOld: async () => {
      const now = clock.now();
      await forgetNonces(db, now);
      await forgetStakes(db, now - CAP_MS);
    },
  };
}

interface Terms {
  readonly addresses: readonly string[];
  readonly expiresAt: number | null;
  readonly lossCapDay: bigint | null;
}

/** What the schema cannot see. */
function readTerms(body: NewApiKeyBody, now: number): Terms | Refusal {
  const fields: Record<string, FieldFault> = {};
  const addresses = (body.addresses ?? []).map(readNetwork);
  if (addresses.includes(null)) fields['addresses'] = 'malformed';
  const expiresAt = body.expiresAt === undefined ? null : Date.parse(body.expiresAt);
  if (expiresAt !== null && expiresAt <= now) fields['expiresAt'] = 'too_small';
  const cap = body.lossCapDay === undefined ? null : readDecimal(body.lossCapDay, MONEY_DIGITS);
  if (typeof cap === 'string') fields['lossCapDay'] = cap;
  if (cap === 0n) fields['lossCapDay'] = 'too_small';
  if (typeof cap === 'string' || Object.keys(fields).length > 0) return { code: 'InvalidRequest', fields };
  return { addresses: addresses.filter((one) => one !== null), expiresAt, lossCapDay: cap };
}

async function create(
  parts: ApiKeyParts,
  actor: Actor,
  { body, address }: { readonly body: NewApiKeyBody; readonly address: string },
): ReturnType<ApiKeys['create']> {
  const now = parts.clock.now();
  const terms = readTerms(body, now);
  if ('code' in terms) return refused(terms);
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const key = await transaction(parts.db, async (tx): Promise<ApiKeyRow | Refusal | null> => {
    await lockPerson(tx, actor.userId);
    // A reset of the password ends keys and sessions with the person held: none is made by one that waited for it.
    if ((await findSession(tx, actor.sessionId))?.endedAt !== null) return { code: 'NotSignedIn' };
    if (
      (await livingKeysOf(tx, actor.userId, now)).length >= (parts.settings ?? STANDARD_SETTINGS).number('keys.most')
    ) {
      return { code: 'InvalidRequest', fields: { name: 'too_large' } };
    }
    const row = {
      id: uuidv7(),
      userId: actor.userId,
      actsAs:
        body.realm === 'real'
          ? actor.userId
          : await demoPerson(tx, { now, cash: usdt(parts.settings?.values['demo.cash'] ?? DEMO_CASH) }),
      kind: body.kind,
      name: body.name,
      hash: body.kind === 'bearer' ? secretHash(parts.vault, secret) : null,
      sealed: body.kind === 'hmac' ? await parts.vault.seal(tx, actor.userId, secret) : null,
      scopes: [...new Set(body.scopes)],
      ...terms,
      ratePerMin: body.ratePerMin ?? USUAL_KEY_RATE,
      createdAt: now,
    };
    await insertKey(tx, row);
    await parts.audit.write(tx, {
      actorId: actor.userId,
      role: actor.role,
      action: 'api_key.created',
      objectType: 'api_key',
      objectId: row.id,
      after: { kind: row.kind, scopes: row.scopes, realm: body.realm, addresses: [...row.addresses] },
      address,
    });
    await tell(parts, tx, row);
    return findKey(tx, row.id);
  });
  assert(key !== null, 'a key was gone as it was made');
  if ('code' in key) return refused(key);
  const shown = key.kind === 'bearer' ? bearerText(key.id, secret) : secret;
  return ok({ key: await toWire(parts, key), secret: shown });
}

/** Whoever holds a key acts for the person: they hear of it in the product, and by mail if they have an address. */
async function tell(
  { mail, contactOf, config }: ApiKeyParts,
  tx: PoolClient,
  { userId, name, createdAt }: Pick<ApiKeyRow, 'userId' | 'name' | 'createdAt'>,
): Promise<void> {
  await record(tx, [{ kind: 'security.changed', userId, what: 'api_key_made' }]);
  const contact = await contactOf(tx, userId);
  if (contact === null) return;
  const link = `${config.origins.dashboard}/${contact.language}/settings/security`;
  await mail.send(tx, {
    userId,
    to: contact.email,
    language: contact.language,
    kind: 'api_key_made',
    values: { name, at: toIso(createdAt), link },
  });
}

/** A demo person for a key: nobody signs in as them, so their session is over at once. */
async function demoPerson(
  tx: PoolClient,
  { now, cash }: { readonly now: number; readonly cash: Usdt },
): Promise<string> {
  const actor: Actor = { userId: uuidv7(), sessionId: uuidv7(), role: 'DEMO', realm: 'demo' };
  await insertPerson(tx, { actor, origin: { referral: null, utm: null }, now, expiresAt: now + DEMO_TOKEN_MS });
  await openAccounts(tx, { ownerId: actor.userId, realm: 'demo' });
  await topUpDemo(tx, { ownerId: actor.userId, target: cash, refId: 'first' });
  return actor.userId;
}

async function revoke(
  { db, clock, audit }: ApiKeyParts,
  actor: Actor,
  { id, address }: { readonly id: string; readonly address: string },
): Promise<ApiKeyRow | null> {
  return transaction(db, async (tx) => {
    if (!(await endKey(tx, { id, userId: actor.userId, now: clock.now() }))) return null;
    await audit.write(tx, {
      actorId: actor.userId,
      role: actor.role,
      action: 'api_key.revoked',
      objectType: 'api_key',
      objectId: id,
      address,
    });
    return findKey(tx, id);
  });
}

async function toWire({ db, clock }: Pick<ApiKeyParts, 'db' | 'clock'>, key: ApiKeyRow): Promise<ApiKeyWire> {
  const cap = key.lossCapDay;
  const used = cap === null ? null : await usedOf(db, key, clock.now());
  return {
    id: key.id,
    name: key.name,
    kind: key.kind,
    realm: realmOf(key.role),
    scopes: [...key.scopes],
    addresses: [...key.addresses],
    ratePerMin: key.ratePerMin,
    ...(cap === null ? { lossCapDay: null, lossCapDayStr: null } : moneyPair('lossCapDay', usdt(cap))),
    ...(used === null ? { lossUsedDay: null, lossUsedDayStr: null } : moneyPair('lossUsedDay', used)),
    createdAt: toIso(key.createdAt),
    expiresAt: toIsoOrNull(key.expiresAt),
    lastUsedAt: toIsoOrNull(key.lastUsedAt),
  };
}
