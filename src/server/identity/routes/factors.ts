import type { Actor } from '#domain/identity/actor.ts';
import { toIso } from '#protocol/codecs.ts';
import type { FACTORS } from '#protocol/tables/factors.ts';
import type { SecondFactors, SignInReply, SocialReply } from '../factors/contract.ts';
import { signedIn, type Call, type Handlers, type Reply } from '#server/routing/call.ts';
import type { SetCookie } from '#server/routing/cookies.ts';
import type { Identity } from '../contract.ts';
import { clientOf, sessionCookies } from './sign-in-cookies.ts';

type Rows = Handlers<typeof FACTORS>;

const OK: Reply = { status: 200, json: { status: 'ok' } };

export function factorRoutes({ identity }: { readonly identity: Identity }): Rows {
  const { factors } = identity;
  return { ...otpRoutes(factors), ...passkeyRoutes(factors), ...socialRoutes(factors) };
}

type OtpRows = Pick<
  Rows,
  'otpGenerate' | 'otpVerify' | 'otpDisable' | 'recoveryCodes' | 'security' | 'stepUpAsk' | 'stepUp'
>;

function otpRoutes(factors: SecondFactors): OtpRows {
  return {
    otpGenerate: async (call) => {
      const reply = await factors.otpGenerate(signedIn(call));
      return reply.ok ? { status: 200, json: reply.answer } : reply;
    },
    otpVerify: async (call) => {
      const { token: code, otpToken } = call.body;
      if (otpToken !== undefined) return begun(await factors.otpLogin({ otpToken, code, client: clientOf(call) }));
      const person = personOf(call.actor);
      if ('refusal' in person) return person;
      const reply = await factors.otpConfirm(person.actor, code);
      return reply.ok ? { status: 200, json: { recoveryCodes: reply.recoveryCodes } } : reply;
    },
    otpDisable: async (call) => {
      await factors.otpDisable(signedIn(call));
      return OK;
    },
    recoveryCodes: async (call) => {
      const reply = await factors.renewRecoveryCodes(signedIn(call));
      return reply.ok ? { status: 200, json: { recoveryCodes: reply.recoveryCodes } } : reply;
    },
    security: async (call) => ({ status: 200, json: await factors.security(signedIn(call)) }),
    stepUpAsk: async (call) => ({ status: 200, json: await factors.stepUpAsk(signedIn(call)) }),
    stepUp: async (call) => {
      const reply = await factors.stepUp(signedIn(call), call.body);
      return reply.ok ? { status: 200, json: { until: toIso(reply.until) } } : reply;
    },
  };
}

type PasskeyRows = Pick<
  Rows,
  'passkeys' | 'passkeyOptions' | 'addPasskey' | 'removePasskey' | 'passkeyAsk' | 'passkeyLogin'
>;

function passkeyRoutes(factors: SecondFactors): PasskeyRows {
  return {
    passkeys: async (call) => ({ status: 200, json: await factors.passkeys(signedIn(call)) }),
    passkeyOptions: async (call) => {
      const reply = await factors.passkeyOptions(signedIn(call));
      return reply.ok ? { status: 200, json: { options: reply.options } } : reply;
    },
    addPasskey: async (call) => {
      const reply = await factors.addPasskey(signedIn(call), call.body);
      return reply.ok ? { status: 201, json: reply.answer } : reply;
    },
    removePasskey: async (call) => {
      const refusal = await factors.removePasskey(signedIn(call), call.params.id);
      return refusal === null ? OK : { refusal };
    },
    passkeyAsk: async ({ body }) => {
      const reply = await factors.passkeyAsk(body?.otpToken ?? null);
      return reply.ok ? { status: 200, json: { options: reply.options } } : reply;
    },
    passkeyLogin: async (call) => {
      const { credential, otpToken = null, rememberMe = false } = call.body;
      return begun(await factors.passkeyLogin({ credential, otpToken, rememberMe, client: clientOf(call) }));
    },
  };
}

/** Binds a sign-in elsewhere to the browser that began it. */
const FLOW = 'social';
const FLOW_SEC = 600;

type SocialRows = Omit<Rows, keyof OtpRows | keyof PasskeyRows>;

function socialRoutes(factors: SecondFactors): SocialRows {
  return {
    socialProviders: () => ({ status: 200, json: factors.socialProviders() }),
    socialStart: async ({ actor, body }) => {
      const reply = await factors.socialStart(actor, body);
      if (!reply.ok) return reply;
      return { status: 200, json: { url: reply.url }, cookies: [flowCookie(reply.flow)] };
    },
    socialFinish: async (call) => {
      const back = { flow: call.cookie(FLOW), query: call.body.query, client: clientOf(call) };
      const reply = arrived(await factors.socialFinish(back));
      return { ...reply, cookies: [...(reply.cookies ?? []), flowCookie(null)] };
    },
    telegram: async (call) => {
      const back = { flow: call.cookie(FLOW), body: call.body, client: clientOf(call) };
      const reply = arrived(await factors.telegram(back));
      return { ...reply, cookies: [...(reply.cookies ?? []), flowCookie(null)] };
    },
    socialComplete: async (call) => {
      const { actor, body, tracking } = call;
      const visitor = actor?.role === 'DEMO' ? actor : null;
      return arrived(await factors.socialComplete({ body, client: clientOf(call), visitor, tracking }), 201);
    },
    socialLink: async (call) => arrived(await factors.socialLink({ body: call.body, client: clientOf(call) })),
    unlink: async (call) => {
      const refusal = await factors.unlink(signedIn(call), call.params.provider);
      return refusal === null ? OK : { refusal };
    },
  };
}

function flowCookie(flow: string | null): SetCookie {
  return { name: FLOW, value: flow ?? '', maxAgeSec: flow === null ? 0 : FLOW_SEC, sameSite: 'Strict' };
}

/** A person with an account; `otp/verify` is open to visitors for its other half. */
function personOf(
  actor: Call<typeof FACTORS.otpVerify>['actor'],
): { readonly actor: Actor } | Extract<Reply, { refusal: unknown }> {
  if (actor === null) return { refusal: { code: 'NotSignedIn' } };
  return actor.role === 'DEMO' ? { refusal: { code: 'PermissionsError' } } : { actor };
}

function begun(reply: SignInReply): Reply {
  return reply.ok ? { status: 200, json: reply.answer, cookies: sessionCookies(reply.cookies) } : reply;
}

function arrived(reply: SocialReply, status = 200): Reply {
  if (!reply.ok) return reply;
  return { status, json: reply.answer, cookies: reply.cookies === null ? [] : sessionCookies(reply.cookies) };
}
