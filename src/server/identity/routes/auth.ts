import { toIso } from '#protocol/codecs.ts';
import type { AUTH } from '#protocol/tables/auth.ts';
import { signedIn, type Handlers, type Reply } from '#server/routing/call.ts';
import type { Geo } from '#server/geo/index.ts';
import type { Identity } from '../contract.ts';
import { clientOf, sessionCookies, SIGNED_OUT } from './sign-in-cookies.ts';

const OK: Reply = { status: 200, json: { status: 'ok' } };

export function authRoutes({
  identity,
  geo,
}: {
  readonly identity: Identity;
  readonly geo: Geo;
}): Handlers<typeof AUTH> {
  const { signUp, signIn, passwords } = identity;
  return {
    demoSession: async (call) => {
      const { bearer, body, tracking } = call;
      const reply = await identity.demoSession({ bearer, origin: body ?? {}, client: clientOf(call), tracking });
      if (!reply.ok) return { refusal: reply.refusal };
      return { status: reply.created ? 201 : 200, json: reply.answer };
    },
    gettingStarted: async (call) => {
      const reply = await signUp.gettingStarted(call.query.email, clientOf(call));
      return reply.ok ? { status: 200, json: reply.value } : reply;
    },
    registration: async (call) => {
      const { body, actor, tracking } = call;
      const visitor = actor?.role === 'DEMO' ? actor : null;
      const reply = await signUp.register({ body, client: clientOf(call), visitor, tracking });
      if (!reply.ok) return reply;
      return { status: 201, json: reply.value.answer, cookies: sessionCookies(reply.value.cookies) };
    },
    sendActivation: async (call) => {
      const reply = await signUp.sendActivation(signedIn(call));
      return reply.ok ? mailSent(reply.value) : reply;
    },
    activate: async (call) => {
      const reply = await signUp.activate(call.query, call.actor, clientOf(call));
      return reply.ok ? OK : reply;
    },
    login: async (call) => {
      const reply = await signIn.login(call.body, clientOf(call), call.tracking);
      if (!reply.ok) return reply;
      const { answer, cookies } = reply.value;
      return { status: 200, json: answer, cookies: cookies === null ? [] : sessionCookies(cookies) };
    },
    refresh: async (call) => {
      const reply = await signIn.refresh(clientOf(call));
      if (!reply.ok) return reply;
      const { accessToken, cookies } = reply.value;
      return { status: 200, json: { accessToken }, cookies: sessionCookies(cookies) };
    },
    logout: async (call) => {
      const actor = signedIn(call);
      await identity.logout(actor);
      // A demo person has no cookie: what is there belongs to somebody who is still signed in.
      return actor.role === 'DEMO' ? OK : { ...OK, cookies: SIGNED_OUT };
    },
    forgotPassword: async ({ body }) => {
      const reply = await passwords.forgot(body.email);
      return reply.ok ? mailSent(reply.value) : reply;
    },
    resetPassword: async (call) => {
      const reply = await passwords.reset(call.body, clientOf(call));
      return reply.ok ? OK : reply;
    },
    pageView: async ({ actor, body, tracking }) => {
      await identity.pageView({ actor, origin: body, tracking });
      return OK;
    },
    regions: ({ language, address }) => ({
      status: 200,
      json: { ...identity.regions(language), ...geo.hintOf(address) },
    }),
  };
}

function mailSent({ resendAt }: { readonly resendAt: number }): Reply {
  return { status: 200, json: { status: 'ok', resendAt: toIso(resendAt) } };
}
