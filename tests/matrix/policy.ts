import type { Caller } from '#protocol/endpoint.ts';

const EVERYONE: readonly Caller[] = [
  'VISITOR',
  'USER',
  'DEMO',
  'SUPPORT',
  'COMPLIANCE',
  'CASHIER',
  'EDITOR',
  'RESOLVER',
  'ADMIN',
  'AUDITOR',
];
const SIGNED_IN = EVERYONE.filter((caller) => caller !== 'VISITOR');
const PEOPLE = SIGNED_IN.filter((caller) => caller !== 'DEMO');

export const CALLERS = EVERYONE;

export interface PolicyRow {
  readonly allow: readonly Caller[];
  /** Objects have owners: own ones are shown, others are absent. */
  readonly owned?: true;
  /** What those who may call are told all the same. */
  readonly always?: 'sign-in';
}

/**
 * Who may do what, written apart from the wire tables so that a change there is seen here. A route without a row fails the test.
 */
export const POLICY: Readonly<Record<string, PolicyRow>> = {
  'POST /api/v2/auth/demo-session': { allow: EVERYONE },
  'GET /api/v2/auth/refresh': { allow: EVERYONE, always: 'sign-in' },
  'GET /api/v2/auth/getting-started': { allow: EVERYONE },
  'POST /api/v2/auth/registration': { allow: EVERYONE },
  'GET /api/v2/auth/send-activation': { allow: PEOPLE },
  'GET /api/v2/auth/activate': { allow: EVERYONE },
  'POST /api/v2/auth/login': { allow: EVERYONE },
  'POST /api/v2/auth/forgot-password': { allow: EVERYONE },
  'POST /api/v2/auth/reset-password': { allow: EVERYONE },
  'POST /api/v2/auth/logout': { allow: SIGNED_IN },
  'POST /api/v2/auth/page-view': { allow: EVERYONE },
  'GET /api/v2/auth/regions': { allow: EVERYONE },
  'GET /api/v2/user/profile': { allow: SIGNED_IN },
  'GET /api/v2/user/profile/public': { allow: EVERYONE },
  'POST /api/v2/user/updatePersonalInfo': { allow: PEOPLE },
  'POST /api/v2/user/changePassword': { allow: PEOPLE },
  'GET /api/v2/user/sessions': { allow: PEOPLE },
  'DELETE /api/v2/user/sessions': { allow: PEOPLE },
  'DELETE /api/v2/user/sessions/{id}': { allow: PEOPLE, owned: true },
  'GET /api/v2/user/sign-ins': { allow: PEOPLE },
  'GET /api/v2/user/referrerLink': { allow: PEOPLE },
  'PUT /api/v2/user/refresh-demo-balance': { allow: ['DEMO'] },
  'GET /api/v2/user/consents': { allow: PEOPLE },
  'POST /api/v2/user/consents': { allow: PEOPLE },
  'GET /api/v2/user/change-email': { allow: PEOPLE },
  'POST /api/v2/user/change-email': { allow: PEOPLE },
  'DELETE /api/v2/user/change-email': { allow: PEOPLE },
  'POST /api/v2/user/change-email/confirm': { allow: EVERYONE },
  'POST /api/v2/user/change-email/cancel': { allow: EVERYONE },
  'POST /api/v2/user/close': { allow: ['USER'] },
  'POST /api/v2/user/close/cancel': { allow: EVERYONE },
  'GET /api/v2/user/export': { allow: PEOPLE },
  'POST /api/v2/user/export': { allow: PEOPLE },
  'GET /api/v2/user/export/file': { allow: EVERYONE },
  'GET /api/v2/user/limits': { allow: ['USER'] },
  'PUT /api/v2/user/limits': { allow: ['USER'] },
  'POST /api/v2/user/limits/confirm': { allow: ['USER'] },
  'POST /api/v2/user/exclusion': { allow: ['USER'] },
  'GET /api/v2/user/reality-check': { allow: ['USER'] },
  'POST /api/v2/user/reality-check': { allow: ['USER'] },
  'GET /api/v2/auth/otp/generate': { allow: PEOPLE },
  'POST /api/v2/auth/otp/verify': { allow: EVERYONE },
  'POST /api/v2/auth/otp/disable': { allow: PEOPLE },
  'POST /api/v2/auth/otp/recovery-codes': { allow: PEOPLE },
  'GET /api/v2/user/security': { allow: PEOPLE },
  'GET /api/v2/user/passkeys': { allow: PEOPLE },
  'POST /api/v2/user/passkeys/options': { allow: PEOPLE },
  'POST /api/v2/user/passkeys': { allow: PEOPLE },
  'DELETE /api/v2/user/passkeys/{id}': { allow: PEOPLE, owned: true },
  'POST /api/v2/auth/passkey/options': { allow: EVERYONE },
  'POST /api/v2/auth/passkey/login': { allow: EVERYONE },
  'POST /api/v2/auth/step-up/options': { allow: PEOPLE },
  'POST /api/v2/auth/step-up': { allow: PEOPLE },
  'GET /api/v2/auth/social': { allow: EVERYONE },
  'POST /api/v2/auth/social/start': { allow: EVERYONE },
  'POST /api/v2/auth/social/finish': { allow: EVERYONE },
  'POST /api/v2/auth/telegram': { allow: EVERYONE },
  'POST /api/v2/auth/social/complete': { allow: EVERYONE },
  'POST /api/v2/auth/social/link': { allow: EVERYONE },
  'DELETE /api/v2/user/social/{provider}': { allow: PEOPLE },
  'POST /api/v2/user/unsubscribe-emails': { allow: EVERYONE },
  'GET /api/v2/notifications': { allow: PEOPLE },
  'POST /api/v2/notifications/read': { allow: PEOPLE },
  'GET /api/v2/notifications/preferences': { allow: PEOPLE },
  'PUT /api/v2/notifications/preferences': { allow: PEOPLE },
  'GET /api/v2/config': { allow: EVERYONE },
  'GET /api/v2/trade/pairs': { allow: EVERYONE },
  'GET /api/v2/trade/bars': { allow: EVERYONE },
  'POST /api/v2/trade/predictions': { allow: ['USER', 'DEMO'] },
  'GET /api/v2/trade/predictions': { allow: ['USER', 'DEMO'] },
  'GET /api/v2/trade/predictions/{id}': { allow: ['USER', 'DEMO'], owned: true },
  'GET /healthz': { allow: EVERYONE },
  'GET /readyz': { allow: EVERYONE },
  'GET /metrics': { allow: EVERYONE },
  'GET /api/v2/openapi.json': { allow: EVERYONE },
  'POST /unsubscribe': { allow: EVERYONE },
  'GET /dev/inbox': { allow: EVERYONE },
  'GET /dev/inbox/{id}': { allow: EVERYONE },
  'GET /api/docs': { allow: EVERYONE },
};
