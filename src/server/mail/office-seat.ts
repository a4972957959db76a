import type { Pool } from 'pg';
import type { CellTone } from '#protocol/office/cells.ts';
import { chip, sentence, strong, text, time } from '#server/desk/cells.ts';
import { rowPage, type OfficeSeat } from '#server/desk/index.ts';
import { mailChart } from './chart.ts';
import { listMailsOf } from './store.ts';

const TONES: Readonly<Record<string, CellTone>> = {
  SENT: 'ok',
  KEPT: 'ok',
  WAITING: 'info',
  FAILED: 'bad',
  UNSURE: 'warn',
};

/** The mails of a person: which and when, not what stood in them. */
export function mailSeat({ db }: { readonly db: Pool }): OfficeSeat {
  return {
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
                chip(sentence(mail.state), TONES[mail.state] ?? 'plain'),
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
