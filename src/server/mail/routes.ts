import type { MAIL } from '#protocol/tables/mail.ts';
import type { Handlers } from '#server/routing/call.ts';
import type { Mail } from './contract.ts';

export function mailRoutes({ mail }: { readonly mail: Pick<Mail, 'unsubscribe'> }): Handlers<typeof MAIL> {
  return {
    unsubscribeEmails: async ({ body: { token, reasons = [], comment = '' } }) => {
      const known = await mail.unsubscribe({ token, reasons: [...new Set(reasons)], comment });
      return known ? { status: 200, json: { status: 'ok' } } : { refusal: { code: 'IncorrectToken' } };
    },
  };
}
