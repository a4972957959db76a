import { toIso } from '#protocol/codecs.ts';
import type { AUTH } from '#protocol/tables/auth.ts';
import { answer, answerOk, OK } from '#server/routing/answer.ts';
import { signedIn, type Handlers } from '#server/routing/call.ts';
import type { Geo } from '#server/geo/index.ts';
import type { Identity } from '../contract.ts';
import { clientOf, sessionCookies, SIGNED_OUT } from './sign-in-cookies.ts';

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
      return reply.ok ? { status: reply.value.created ? 201 : 200, json: reply.value.answer } : reply;
    },
    gettingStarted: async (call) => answer(await signUp.gettingStarted(call.query.email, clientOf(call))),
    registration: async (call) => {
      const { body, actor, tracking } = call;
      const visitor = actor?.role === 'DEMO' ? actor : null;
      const reply = await signUp.register({ body, client: clientOf(call), visitor, tracking });
      if (!reply.ok) return reply;
      return { status: 201, json: reply.value.answer, cookies: sessionCookies(reply.value.cookies) };
    },
    sendActivation: async (call) => answer(await signUp.sendActivation(signedIn(call)), mailSent),
    activate: async (call) => answerOk(await signUp.activate(call.query, call.actor, clientOf(call))),
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
    forgotPassword: async ({ body }) => answer(await passwords.forgot(body.email), mailSent),
    resetPassword: async (call) => answerOk(await passwords.reset(call.body, clientOf(call))),
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

function mailSent({ resendAt }: { readonly resendAt: number }) {
  return { status: 'ok', resendAt: toIso(resendAt) };
}
