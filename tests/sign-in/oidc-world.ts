import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';

/** Somebody's account at the provider. */
export interface Elsewhere {
  readonly subject: string;
  readonly email?: string;
  readonly emailVerified?: boolean;
}

/** A real provider of OpenID Connect on this machine, whose sign-in page says yes at once. */
export interface OidcWorld {
  readonly issuer: string;
  readonly env: Readonly<Record<string, string>>;
  /** How the provider answers the next browser that comes: who signs in there, or that they would rather not. */
  answerAs(who: Elsewhere | 'cancel'): void;
  /** A browser that goes to `url` and signs in as this account; the query with which it is sent back. */
  signIn(url: string, who: Elsewhere): Promise<string>;
  /** The same where the provider answers with a form that the browser posts by itself: its fields. */
  signInByForm(url: string, who: Elsewhere): Promise<URLSearchParams>;
  close(): Promise<void>;
}

const CLIENT = { id: 'tikvo-test', secret: 'a-secret-of-the-test-provider-only' };

/** `redirectUri`: the one address on which the provider sends people back. */
export async function openOidcWorld(redirectUri: string): Promise<OidcWorld> {
  let answer: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => response.end();
  const server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, Elsewhere>();
  let current: string | null = '';

  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['a-cookie-key-of-the-test-provider'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    findAccount: (_, subject) => ({
      accountId: subject,
      claims: () => {
        const person = people.get(subject);
        return {
          sub: subject,
          ...(person?.email === undefined ? {} : { email: person.email, email_verified: person.emailVerified ?? true }),
        };
      },
    }),
    // Whoever signs in here also agrees.
    loadExistingGrant: async (context) => {
      const { client, session, provider: self } = context.oidc;
      const grant = new self.Grant({ clientId: client?.clientId ?? '', accountId: session?.accountId ?? '' });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  });
  const callback = provider.callback();
  answer = (request, response) => {
    if (request.url?.startsWith('/interaction/') !== true) return void callback(request, response);
    void provider.interactionFinished(
      request,
      response,
      current === null ? { error: 'access_denied' } : { login: { accountId: current } },
    );
  };

  const answerAs = (who: Elsewhere | 'cancel') => {
    if (who !== 'cancel') people.set(who.subject, who);
    current = who === 'cancel' ? null : who.subject;
  };
  return {
    issuer,
    env: {
      OIDC_LOCAL_ISSUER: issuer,
      OIDC_LOCAL_CLIENT_ID: CLIENT.id,
      OIDC_LOCAL_CLIENT_SECRET: CLIENT.secret,
    },
    answerAs,
    signIn: async (url, who) => {
      answerAs(who);
      const back = await followTo(redirectUri, url);
      if ('form' in back) throw new Error('the provider answered with a form');
      return back.query;
    },
    signInByForm: async (url, who) => {
      answerAs(who);
      const back = await followTo(redirectUri, url);
      if ('query' in back) throw new Error('the provider answered with an address');
      return back.form;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Back = { readonly query: string } | { readonly form: URLSearchParams };

/** Goes where it is sent, with cookies, until it is sent to `end`, or shown a form that goes there. */
async function followTo(end: string, from: string): Promise<Back> {
  const cookies = new Map<string, string>();
  let at = from;
  for (let hops = 0; hops < 10; hops += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(at, { redirect: 'manual', headers: { cookie } });
    const page = await response.text();
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const next = response.headers.get('location');
    if (next === null && page.includes(`<form method="post" action="${end}">`)) return { form: fieldsOf(page) };
    if (next === null) throw new Error(`the provider answered ${response.status} at ${at}`);
    at = new URL(next, at).href;
    if (at.startsWith(`${end}?`)) return { query: at.slice(end.length + 1) };
  }
  throw new Error('the provider sends in circles');
}

/** Hidden fields of a page; what they hold here needs no escapes but that of `&`. */
function fieldsOf(page: string): URLSearchParams {
  const fields = [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
  return new URLSearchParams(fields.map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]));
}
