import type { CellTone } from '#protocol/office/cells.ts';
import type { Queryable } from '#server/db/index.ts';
import { chip, number, recordLink, sentence, strong, text, time } from '#server/desk/cells.ts';
import type { DeskSeat } from '#server/desk/contract.ts';
import { rowPage } from '#server/desk/index.ts';
import { listMails } from './store-desk.ts';

/** States of mails, and how they are shown. */
export const MAIL_TONES: Readonly<Record<string, CellTone>> = {
  WAITING: 'info',
  HANDED: 'info',
  SENT: 'ok',
  KEPT: 'ok',
  FAILED: 'bad',
  UNSURE: 'warn',
  DROPPED: 'plain',
};

/** All mails: which, to whom and what became of them. Trying one again is an act on its job. */
export function mailsDesk({ db }: { readonly db: Queryable }): DeskSeat {
  return {
    desk: 'mails',
    list: {
      columns: [
        { id: 'kind', label: 'Mail', head: true },
        { id: 'state', label: 'State', head: true },
        { id: 'person', label: 'Person' },
        { id: 'tries', label: 'Tries', end: true },
        { id: 'fault', label: 'Fault' },
        { id: 'made', label: 'Made', end: true },
        { id: 'ended', label: 'Ended', end: true },
      ],
      filters: [
        {
          name: 'state',
          label: 'State',
          kind: 'choice',
          options: Object.keys(MAIL_TONES).map((value) => ({ value, label: sentence(value) })),
        },
      ],
      read: async ({ filter, after, limit }) => {
        const found = await listMails(db, { state: filter['state'] ?? null, after, limit: limit + 1 });
        return rowPage(found, limit, (mail) => ({
          id: mail.id,
          cells: [
            strong(sentence(mail.kind)),
            chip(sentence(mail.state), MAIL_TONES[mail.state] ?? 'plain'),
            recordLink('people', mail.userId, mail.userId.slice(0, 13)),
            number(mail.attempts),
            text(mail.fault),
            time(mail.createdAt),
            time(mail.endedAt),
          ],
        }));
      },
    },
  };
}
