import type { MAIL } from '#protocol/tables/mail.ts';
import type { Handlers } from '../calls/call.ts';
import type { RouteParts } from '../parts.ts';

export function mailHandlers({ mail }: RouteParts): Handlers<typeof MAIL> {
  return {
    unsubscribeEmails: async ({ body: { token, reasons = [], comment = '' } }) => {
      const known = await mail.unsubscribe({ token, reasons: [...new Set(reasons)], comment });
      return known ? { status: 200, json: { status: 'ok' } } : { refusal: { code: 'IncorrectToken' } };
    },
  };
}
