import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Actor, Role } from '#domain/identity/actor.ts';
import { isFresh, NONCE_KEPT_MS, readBearer, signedText } from '#domain/identity/api-key.ts';
import { realmOf } from '#domain/identity/policy.ts';
import type { TradingEligibility } from '#domain/identity/trading-eligibility.ts';
import { isRowId } from '#protocol/codecs.ts';
import type { ApiKeyParts } from './api-keys.ts';
import type { ApiKeys, SignedRequest } from './contract.ts';
import { isInside } from './networks.ts';
import { secretHash } from './secret.ts';
import { findKey, forgetNonces, noteUse, spendNonce } from './store-keys.ts';
import type { ApiKeyRow } from './store-keys.ts';

/** How long a key's row is believed without asking the database again. What ends or changes it here empties its entry at once. */
const BELIEVED_MS = 1_000;
const NOTED_EVERY_MS = 60_000;
const MOST_CACHED = 10_000;
const NONCE = /^[\w-]{8,64}$/;
const HEX_32 = /^[0-9a-f]{64}$/;

interface Known {
  readonly key: ApiKeyRow | null;
  readonly eligibility: TradingEligibility | null;
}

export type ApiKeyAuth = Pick<ApiKeys, 'byBearer' | 'bySignature'> & { forget(id: string): void };

/** Turns keys and signatures into those who act with them. */
export function createApiKeyAuth(parts: ApiKeyParts): ApiKeyAuth {
  const { db, clock, vault, bus } = parts;
  const cache = new Map<string, { readonly known: Promise<Known>; readonly readAt: number }>();
  const notedAt = new Map<string, number>();
  let cleanedAt = Number.NEGATIVE_INFINITY;

  const readKey = async (id: string): Promise<Known> => {
    const key = await findKey(db, id);
    const isHeld = key !== null && key.role !== 'DEMO' && parts.standingOf !== null;
    return { key, eligibility: isHeld && parts.standingOf !== null ? await parts.standingOf(db, key.actsAs) : null };
  };

  const known = (id: string): Promise<Known> => {
    const now = clock.monotonic();
    const entry = cache.get(id);
    if (entry !== undefined && now - entry.readAt < BELIEVED_MS) return entry.known;
    if (cache.size >= MOST_CACHED) cache.clear();
    const read = readKey(id);
    cache.set(id, { known: read, readAt: now });
    read.catch(() => cache.delete(id));
    return read;
  };

  bus.subscribe('identity.eligibility-changed', () => cache.clear());

  /** A living key that may come from this address. */
  const living = async (id: string, address: string): Promise<(Known & { readonly key: ApiKeyRow }) | null> => {
    const { key, eligibility } = await known(id);
    if (key === null || key.endedAt !== null || key.closed) return null;
    if (key.expiresAt !== null && key.expiresAt <= clock.now()) return null;
    return isInside(key.addresses, address) ? { key, eligibility } : null;
  };

  const enter = async ({ key, eligibility }: Known & { readonly key: ApiKeyRow }): Promise<Actor> => {
    const now = clock.now();
    if (now - (notedAt.get(key.id) ?? 0) >= NOTED_EVERY_MS) {
      if (notedAt.size >= MOST_CACHED) notedAt.clear();
      notedAt.set(key.id, now);
      await noteUse(db, key.id, now);
    }
    return actorOf(key, eligibility);
  };

  const cleanUp = async (): Promise<void> => {
    const now = clock.now();
    if (now - cleanedAt < NOTED_EVERY_MS) return;
    cleanedAt = now;
    await forgetNonces(db, now);
  };

  return {
    forget: (id) => void cache.delete(id),
    byBearer: async (token, address) => {
      const sent = readBearer(token);
      const found = sent === null ? null : await living(sent.id, address);
      if (sent === null || found === null || found.key.hash === null) return null;
      return timingSafeEqual(found.key.hash, secretHash(vault, sent.secret)) ? enter(found) : null;
    },
    bySignature: async (signed, address) => {
      if (!isWellFormed(signed) || !isFresh(Number(signed.timestamp), clock.now())) return null;
      const found = await living(signed.keyId, address);
      if (found === null || found.key.sealed === null) return null;
      const secret = await vault.open(db, found.key.userId, found.key.sealed);
      if (secret === null) return null;
      const right = createHmac('sha256', secret).update(signedText(signed)).digest();
      if (!timingSafeEqual(right, Buffer.from(signed.signature, 'hex'))) return null;
      const nonce = { keyId: signed.keyId, nonce: signed.nonce, expiresAt: clock.now() + NONCE_KEPT_MS };
      await cleanUp();
      return (await spendNonce(db, nonce)) ? enter(found) : null;
    },
  };
}

function isWellFormed({ keyId, timestamp, nonce, bodyHash, signature }: SignedRequest): boolean {
  return (
    isRowId(keyId) &&
    /^\d{1,15}$/.test(timestamp) &&
    NONCE.test(nonce) &&
    HEX_32.test(bodyHash) &&
    HEX_32.test(signature)
  );
}

/** A key's owner is a person who trades, whatever else their role: a key opens nothing for staff. */
const ACTS: readonly Role[] = ['USER', 'DEMO'];

function actorOf(key: ApiKeyRow, eligibility: TradingEligibility | null): Actor {
  const role = ACTS.includes(key.role) ? key.role : 'USER';
  return {
    userId: key.actsAs,
    sessionId: key.id,
    role,
    realm: realmOf(role),
    ...(eligibility === null ? {} : { eligibility }),
    grant: { keyId: key.id, scopes: key.scopes, ratePerMin: key.ratePerMin, lossCapDay: key.lossCapDay },
  };
}
