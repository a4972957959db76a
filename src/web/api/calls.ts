import type { z } from 'zod';
import type { API } from '#protocol/api.ts';

type Tables = typeof API;
type Row<N extends CallName> = N extends `${infer S}.${infer K}`
  ? S extends keyof Tables
    ? K extends keyof Tables[S]
      ? Tables[S][K]
      : never
    : never
  : never;

/** `trade.place`: subject and name of a row of the protocol tables. */
export type CallName = {
  [S in keyof Tables]: `${S}.${Extract<keyof Tables[S], string>}`;
}[keyof Tables];

type Line<N extends CallName> =
  Row<N> extends { method: infer M extends string; path: infer P extends string } ? `${M} ${P}` : never;

/**
 * Method and path of each call. The types are those of the protocol tables, so that a line that differs does not compile;
 * the tables themselves stay out of the browser, with the schemas they carry.
 */
export const CALLS: { readonly [N in CallName]: Line<N> } = {
  'auth.demoSession': 'POST /auth/demo-session',
  'auth.gettingStarted': 'GET /auth/getting-started',
  'auth.registration': 'POST /auth/registration',
  'auth.sendActivation': 'GET /auth/send-activation',
  'auth.activate': 'GET /auth/activate',
  'auth.login': 'POST /auth/login',
  'auth.forgotPassword': 'POST /auth/forgot-password',
  'auth.resetPassword': 'POST /auth/reset-password',
  'auth.refresh': 'GET /auth/refresh',
  'auth.logout': 'POST /auth/logout',
  'auth.pageView': 'POST /auth/page-view',
  'auth.regions': 'GET /auth/regions',
  'user.profile': 'GET /user/profile',
  'user.publicProfile': 'GET /user/profile/public',
  'user.updatePersonalInfo': 'POST /user/updatePersonalInfo',
  'user.changePassword': 'POST /user/changePassword',
  'user.sessions': 'GET /user/sessions',
  'user.endOtherSessions': 'DELETE /user/sessions',
  'user.endSession': 'DELETE /user/sessions/:id',
  'user.signIns': 'GET /user/sign-ins',
  'user.referrerLink': 'GET /user/referrerLink',
  'user.refreshDemoBalance': 'PUT /user/refresh-demo-balance',
  'avatar.generate': 'POST /user/generateAvatar',
  'avatar.upload': 'POST /user/uploadAvatar',
  'privacy.consents': 'GET /user/consents',
  'privacy.agree': 'POST /user/consents',
  'privacy.emailChange': 'GET /user/change-email',
  'privacy.changeEmail': 'POST /user/change-email',
  'privacy.dropEmailChange': 'DELETE /user/change-email',
  'privacy.confirmEmail': 'POST /user/change-email/confirm',
  'privacy.refuseEmail': 'POST /user/change-email/cancel',
  'privacy.close': 'POST /user/close',
  'privacy.keep': 'POST /user/close/cancel',
  'privacy.export': 'GET /user/export',
  'privacy.askExport': 'POST /user/export',
  'privacy.exportFile': 'GET /user/export/file',
  'limits.read': 'GET /user/limits',
  'limits.change': 'PUT /user/limits',
  'limits.confirm': 'POST /user/limits/confirm',
  'limits.exclude': 'POST /user/exclusion',
  'limits.figures': 'GET /user/reality-check',
  'limits.playing': 'POST /user/reality-check',
  'factors.otpGenerate': 'GET /auth/otp/generate',
  'factors.otpVerify': 'POST /auth/otp/verify',
  'factors.otpDisable': 'POST /auth/otp/disable',
  'factors.recoveryCodes': 'POST /auth/otp/recovery-codes',
  'factors.security': 'GET /user/security',
  'factors.passkeys': 'GET /user/passkeys',
  'factors.passkeyOptions': 'POST /user/passkeys/options',
  'factors.addPasskey': 'POST /user/passkeys',
  'factors.removePasskey': 'DELETE /user/passkeys/:id',
  'factors.passkeyAsk': 'POST /auth/passkey/options',
  'factors.passkeyLogin': 'POST /auth/passkey/login',
  'factors.stepUpAsk': 'POST /auth/step-up/options',
  'factors.stepUp': 'POST /auth/step-up',
  'factors.socialProviders': 'GET /auth/social',
  'factors.socialStart': 'POST /auth/social/start',
  'factors.socialFinish': 'POST /auth/social/finish',
  'factors.telegram': 'POST /auth/telegram',
  'factors.socialComplete': 'POST /auth/social/complete',
  'factors.socialLink': 'POST /auth/social/link',
  'factors.unlink': 'DELETE /user/social/:provider',
  'mail.unsubscribeEmails': 'POST /user/unsubscribe-emails',
  'notifications.list': 'GET /notifications',
  'notifications.read': 'POST /notifications/read',
  'notifications.preferences': 'GET /notifications/preferences',
  'notifications.setPreferences': 'PUT /notifications/preferences',
  'config.read': 'GET /config',
  'ticks.history': 'GET /ticks',
  'trade.pairs': 'GET /trade/pairs',
  'trade.bars': 'GET /trade/bars',
  'trade.place': 'POST /trade/predictions',
  'trade.predictions': 'GET /trade/predictions',
  'trade.prediction': 'GET /trade/predictions/:id',
  'receipts.prediction': 'GET /trade/predictions/:id/receipt',
  'exchange.rounds': 'GET /trade/rounds',
  'exchange.market': 'GET /markets/:id',
  'exchange.book': 'GET /markets/:id/book',
  'exchange.publicFills': 'GET /markets/:id/fills',
  'exchange.history': 'GET /markets/:id/history',
  'exchange.placeOrder': 'POST /orders',
  'exchange.cancelOrder': 'DELETE /orders/:id',
  'exchange.cancelOrders': 'DELETE /orders',
  'exchange.orders': 'GET /orders',
  'exchange.positions': 'GET /positions',
  'exchange.fills': 'GET /fills',
  'apiKeys.list': 'GET /user/api-keys',
  'apiKeys.create': 'POST /user/api-keys',
  'apiKeys.revoke': 'DELETE /user/api-keys/:id',
};

type Part<N extends CallName, K extends 'params' | 'query' | 'body'> =
  Row<N> extends { readonly [P in K]: infer Z extends z.ZodType }
    ? undefined extends z.input<Z>
      ? { readonly [P in K]?: z.input<Z> }
      : { readonly [P in K]: z.input<Z> }
    : unknown;

export type CallInput<N extends CallName> = Part<N, 'params'> & Part<N, 'query'> & Part<N, 'body'>;

type AnswerOf<A> = { [S in keyof A]: A[S] extends z.ZodType ? z.output<A[S]> : never }[keyof A];
export type CallAnswer<N extends CallName> = Row<N> extends { readonly answers: infer A } ? AnswerOf<A> : never;
