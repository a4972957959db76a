import type { Pool } from 'pg';
import { chip, sentence, strong, text, time } from '#server/desk/cells.ts';
import { rowPage, type OfficeSeat } from '#server/desk/index.ts';
import { mailChart } from './chart.ts';
import { MAIL_TONES, mailsDesk } from './mails-desk.ts';
import { listMailsOf } from './store.ts';

/** The mails of a person: which and when, not what stood in them. */
export function mailSeat({ db }: { readonly db: Pool }): OfficeSeat {
  return {
    desks: [mailsDesk({ db })],
    charts: [mailChart({ db })],
    parts: [
      {
        desk: 'people',
        id: 'mails',
        title: 'Mails',
        permission: 'people.read',
        place: 'tab',
        order: 70,
        table: {
          columns: [
            { id: 'kind', label: 'Mail', head: true },
            { id: 'state', label: 'State', head: true },
            { id: 'language', label: 'Language' },
            { id: 'ended', label: 'Ended', end: true },
            { id: 'made', label: 'Made', end: true },
          ],
          read: async ({ id, after, limit }) => {
            const found = await listMailsOf(db, { userId: id, after, limit: limit + 1 });
            return rowPage(found, limit, (mail) => ({
              id: mail.id,
              cells: [
                strong(sentence(mail.kind)),
                chip(sentence(mail.state), MAIL_TONES[mail.state] ?? 'plain'),
                text(mail.language),
                time(mail.endedAt),
                time(mail.createdAt),
              ],
            }));
          },
        },
      },
    ],
  };
}
