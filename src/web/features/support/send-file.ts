import { ApiError, errorOf, noAnswer } from '#web/api/api-error.ts';
import { actingHeaders, type Client } from '#web/api/client.ts';
import { realSession } from '#web/api/tabs/real-session.ts';
import type { TicketKey } from './use-tickets.ts';

/** Files are larger than other requests, and are drawn anew one after the other. */
const LIMIT_MS = 90_000;

export interface FileSending {
  readonly host: string;
  /** Tag of the route's language. */
  readonly language: string;
  /** Renews the session where it is over. */
  readonly client: Pick<Client, 'call'>;
}

/** Where a file goes: to a ticket of the person, a visitor's, or the last answer of an agent. */
export type FilePlace = TicketKey | { readonly office: string };

function pathOf(place: FilePlace): string {
  if ('token' in place) return `/support/by-link/files?token=${encodeURIComponent(place.token)}`;
  return 'office' in place ? `/office/tickets/${place.office}/files` : `/support/tickets/${place.id}/files`;
}

/** Sends a file of a ticket as a form. Rejects with ApiError. */
export async function sendTicketFile(sending: FileSending, place: FilePlace, file: File): Promise<void> {
  await sendOnce(sending, place, file).catch(async (error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 401 || 'token' in place) throw error;
    // A plain call renews the session, once, as everywhere.
    await sending.client.call('user.profile');
    return sendOnce(sending, place, file);
  });
}

async function sendOnce({ host, language }: FileSending, place: FilePlace, file: File): Promise<void> {
  const session = realSession();
  const form = new FormData();
  form.append('file', file);
  const answer = await fetch(`${host}/api/v2${pathOf(place)}`, {
    method: 'POST',
    credentials: 'include',
    headers: {
      accept: 'application/json',
      'accept-language': language,
      'x-requested-with': 'web',
      ...actingHeaders(session.read(), session.shown()),
    },
    body: form,
    signal: AbortSignal.timeout(LIMIT_MS),
  }).catch(() => {
    throw noAnswer('Offline');
  });
  if (!answer.ok) throw await errorOf(answer);
}
