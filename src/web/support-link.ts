import type { TicketSubject } from '#domain/support/ticket.ts';
import { useShell } from './shell-context.ts';
import { link, pathOf } from './site.ts';

export interface SupportSubject {
  readonly kind: TicketSubject;
  /** Its id as the product shows it; more may follow it behind a space, for whoever answers. */
  readonly ref: string;
}

/** What the address of the support page says of a ticket’s subject: `?about=prediction:<id>`. */
export function supportQuery({ kind, ref }: SupportSubject): string {
  return `?about=${encodeURIComponent(`${kind}:${ref}`)}`;
}

/** Address of the form that begins a ticket about something. */
export function useSupportLink(): (about: SupportSubject) => string {
  const { config, locale } = useShell();
  return (about) => `${link(config, 'main', pathOf('support', locale))}${supportQuery(about)}`;
}
