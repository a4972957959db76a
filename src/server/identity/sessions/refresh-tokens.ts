import { timingSafeEqual } from 'node:crypto';
import type { Vault } from '#server/vault/index.ts';

/** A refresh token as its text: which session, which number of its family. */
export interface RefreshClaim {
  readonly sessionId: string;
  readonly no: number;
  readonly mac: string;
}

const SHAPE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,9})\.([\w-]{43})$/;

/** What a text says, believed by nobody yet; null: not a refresh token. */
export function readClaim(token: string | null): RefreshClaim | null {
  const [, sessionId, no, mac] = SHAPE.exec(token ?? '') ?? [];
  if (sessionId === undefined || no === undefined || mac === undefined) return null;
  return { sessionId, no: Number(no), mac };
}

/**
 * The token of a number: a keyed hash over the session, the number and the session's own secret. The database alone
 * makes none, nor does the key alone; and whoever was first and whoever comes again in the grace get the same text.
 */
export function refreshTokenOf(
  vault: Vault,
  session: { readonly id: string; readonly secret: Buffer },
  no: number,
): string {
  const mac = vault.blind(`refresh/v1|${session.id}|${no}|${session.secret.toString('hex')}`);
  return `${session.id}.${no}.${mac.toString('base64url')}`;
}

/** Did we give this token? */
export function isGenuine(
  vault: Vault,
  session: { readonly id: string; readonly secret: Buffer },
  claim: RefreshClaim,
): boolean {
  const made = Buffer.from(refreshTokenOf(vault, session, claim.no));
  const given = Buffer.from(`${claim.sessionId}.${claim.no}.${claim.mac}`);
  return made.length === given.length && timingSafeEqual(made, given);
}
