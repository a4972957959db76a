import { errors, jwtVerify, SignJWT } from 'jose';
import { realmOf } from '#domain/identity/policy.ts';
import type { Actor, Role } from '#domain/identity/actor.ts';
import type { TokenKeys } from '../keys.ts';

const ISSUER = 'tikvo';
const AUDIENCE = 'tikvo-api';
const ROLES: ReadonlySet<string> = new Set<Role>([
  'USER',
  'DEMO',
  'SUPPORT',
  'COMPLIANCE',
  'CASHIER',
  'EDITOR',
  'RESOLVER',
  'ADMIN',
  'AUDITOR',
]);

/** A token that this installation signed, as it stands; its session may have ended since. */
export interface TokenClaims {
  readonly actor: Actor;
  /** ms */
  readonly expiresAt: number;
}

export interface Tokens {
  issue(actor: Actor, span: { readonly from: number; readonly to: number }): Promise<string>;
  /** The claims of a token with a good signature, expired ones too; null for anything else. */
  read(token: string): Promise<TokenClaims | null>;
}

/** Signs and reads access tokens. Only EdDSA with our key is accepted, whatever the token's header says. */
export function createTokens(keys: TokenKeys): Tokens {
  return {
    issue: (actor, span) =>
      new SignJWT({ sid: actor.sessionId, role: actor.role })
        .setProtectedHeader({ alg: 'EdDSA', kid: keys.kid })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(actor.userId)
        .setIssuedAt(Math.floor(span.from / 1_000))
        .setExpirationTime(Math.floor(span.to / 1_000))
        .setJti(crypto.randomUUID())
        .sign(keys.sign),
    read: async (token) => {
      try {
        const { payload } = await jwtVerify(token, keys.check, {
          algorithms: ['EdDSA'],
          issuer: ISSUER,
          audience: AUDIENCE,
          requiredClaims: ['sub', 'exp', 'sid', 'role'],
          // Expiry is judged by the caller: an expired demo token still names its person.
          currentDate: new Date(0),
        });
        return claimsOf(payload);
      } catch (error) {
        if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
        throw error;
      }
    },
  };
}

function claimsOf(payload: Readonly<Record<string, unknown>>): TokenClaims | null {
  const { sub, sid, role, exp } = payload;
  if (typeof sub !== 'string' || typeof sid !== 'string' || typeof exp !== 'number') return null;
  if (typeof role !== 'string' || !ROLES.has(role)) return null;
  const known = role as Role;
  return { actor: { userId: sub, sessionId: sid, role: known, realm: realmOf(known) }, expiresAt: exp * 1_000 };
}
