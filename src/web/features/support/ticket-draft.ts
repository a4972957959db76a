import { TICKET_SUBJECTS, type TicketSubject } from '#domain/support/ticket.ts';
import type { TicketBody } from '#protocol/support/support.ts';

export interface About {
  readonly kind: TicketSubject;
  readonly ref: string;
}

export interface TicketDraft {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly message: string;
  readonly terms: boolean;
}

export const LONGEST_NAME = 100;
const LONGEST_REF = 100;

/** What the address of the page says that the ticket is about: `prediction:<id>`; null: nothing that a ticket can name. */
export function aboutOf(text: string | null): About | null {
  const [name = '', ...rest] = (text ?? '').split(':');
  const kind = TICKET_SUBJECTS.find((one) => one === name);
  const ref = rest.join(':').trim();
  return kind === undefined || ref === '' || ref.length > LONGEST_REF ? null : { kind, ref };
}

const REQUIRED = ['firstName', 'lastName', 'email', 'message'] as const;
export type MissingName = (typeof REQUIRED)[number] | 'terms';

/** The first field that keeps it from being sent. */
export function missingOf(draft: TicketDraft): MissingName | null {
  return REQUIRED.find((name) => draft[name].trim() === '') ?? (draft.terms ? null : 'terms');
}

export function ticketBodyOf({ phone, terms: _agreed, ...draft }: TicketDraft, about: About | null): TicketBody {
  return {
    ...draft,
    ...(phone.trim() === '' ? {} : { phone: phone.trim() }),
    ...(about === null ? {} : { about }),
    terms: true,
  };
}
