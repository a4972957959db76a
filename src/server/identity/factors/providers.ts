import * as client from 'openid-client';
import { z } from 'zod';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config/config.ts';
import type { OidcSettings } from '#server/config/social.ts';
import { createEgress } from '#server/net/index.ts';
import type { Logger } from 'pino';
import { HOUR_MS } from '#domain/time.ts';

/** What one sign-in at a provider must match when it comes back. */
export interface Checks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Who somebody is at their provider. */
export interface ProvenSubject {
  readonly subject: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
}

/** Providers of OpenID Connect that the settings name. */
export interface Providers {
  readonly list: readonly { readonly id: string; readonly name: string }[];
  nameOf(id: string): string | null;
  /** Where the browser goes, and what must match later; null when the provider cannot be reached. Throws for an unknown one. */
  begin(id: string): Promise<{ readonly url: string; readonly checks: Checks } | null>;
  /** Trades the code of the address on which the browser came back. null for anything but a fresh, matching, signed answer. */
  finish(id: string, back: { readonly query: string; readonly checks: Checks }): Promise<ProvenSubject | null>;
}

/** Telegram comes by its own login, not by OpenID Connect. */
export const TELEGRAM = { id: 'telegram', name: 'Telegram' };

/** What people call a provider. One that the settings no longer name is called by its id. */
export function providerName({ oidc }: Config['social'], id: string): string {
  return [...oidc, TELEGRAM].find((row) => row.id === id)?.name ?? id;
}

/** Metadata of a provider is asked again after so long; after a failure sooner. */
const KNOWN_MS = HOUR_MS;
const PATIENCE_SEC = 8;

const yes = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);
const claims = z.object({ email: z.email().max(254).optional(), email_verified: yes.optional() });

export interface ProviderParts {
  readonly config: Pick<Config, 'social' | 'origins' | 'mode'>;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: Logger;
}

export function createProviders(parts: ProviderParts): Providers {
  const { config, log } = parts;
  const redirectUri = `${config.origins.auth}/auth/social`;
  const settings = new Map(config.social.oidc.map((row) => [row.id, row]));
  const discover = discovery(parts, settings);

  return {
    list: [...settings.values()].map(({ id, name }) => ({ id, name })),
    nameOf: (id) => settings.get(id)?.name ?? null,
    begin: async (id) => {
      try {
        const provider = await discover(id);
        const checks = {
          state: client.randomState(),
          nonce: client.randomNonce(),
          verifier: client.randomPKCECodeVerifier(),
        };
        const url = client.buildAuthorizationUrl(provider, {
          redirect_uri: redirectUri,
          scope: 'openid email',
          state: checks.state,
          nonce: checks.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(checks.verifier),
          code_challenge_method: 'S256',
          ...responseMode(id),
        });
        return { url: url.href, checks };
      } catch (error) {
        log.warn({ err: error, provider: id }, 'a sign-in provider could not be asked');
        return null;
      }
    },
    finish: async (id, { query, checks }) => {
      try {
        return await subjectOf(await discover(id), { address: `${redirectUri}?${query}`, checks });
      } catch (error) {
        // The query is what a browser brought: most of what goes wrong here is a stale or foreign one.
        log.info({ err: error, provider: id }, 'a sign-in provider was not believed');
        return null;
      }
    },
  };
}

/** Metadata of the providers, each asked for when it is first needed. */
function discovery({ config, clock }: ProviderParts, settings: ReadonlyMap<string, OidcSettings>) {
  // Issuers are the operator's word; where their documents send us is not.
  const egress = createEgress({ trusted: [...settings.values()].map(({ issuer }) => issuer) });
  const known = new Map<string, { readonly at: number; readonly found: client.Configuration }>();
  return async (id: string): Promise<client.Configuration> => {
    const row = settings.get(id);
    if (row === undefined) throw new Error(`no provider ${id} is set up`);
    const before = known.get(id);
    if (before !== undefined && clock.monotonic() - before.at < KNOWN_MS) return before.found;
    const found = await client.discovery(new URL(row.issuer), row.clientId, row.clientSecret, undefined, {
      timeout: PATIENCE_SEC,
      [client.customFetch]: (url, { body, ...options }) => egress.fetch(url, { ...options, body: formOf(body) }),
      // A provider on this machine, for trying it out; production refuses such an issuer at its start.
      execute: config.mode === 'sandbox' && row.issuer.startsWith('http:') ? [client.allowInsecureRequests] : [],
    });
    known.set(id, { at: clock.monotonic(), found });
    return found;
  };
}

/** Requests of OpenID Connect carry a form or nothing. */
function formOf(body: client.CustomFetchOptions['body']): string | URLSearchParams | null {
  if (body === undefined || body === null) return null;
  if (typeof body === 'string' || body instanceof URLSearchParams) return body;
  throw new TypeError('a sign-in provider was to be sent something that is no form');
}

async function subjectOf(
  provider: client.Configuration,
  { address, checks }: { readonly address: string; readonly checks: Checks },
): Promise<ProvenSubject | null> {
  const tokens = await client.authorizationCodeGrant(provider, new URL(address), {
    expectedState: checks.state,
    expectedNonce: checks.nonce,
    pkceCodeVerifier: checks.verifier,
    idTokenExpected: true,
  });
  const signed = tokens.claims();
  if (signed === undefined) return null;
  const inToken = claims.parse(signed);
  const hasUserInfo = provider.serverMetadata().userinfo_endpoint !== undefined;
  const told =
    inToken.email === undefined && hasUserInfo
      ? claims.parse(await client.fetchUserInfo(provider, tokens.access_token, signed.sub))
      : inToken;
  return { subject: signed.sub, email: told.email ?? null, emailVerified: told.email_verified === true };
}

/** Apple gives the e-mail only to a form; http turns that form into the query of the same address. */
function responseMode(id: string): { readonly response_mode?: string } {
  return id === 'apple' ? { response_mode: 'form_post' } : {};
}
