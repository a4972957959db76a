import { usdt } from '#domain/money.ts';
import { REALM_NO } from '#domain/realm.ts';
import type { CellTone, OfficeRow } from '#protocol/office/cells.ts';
import type { Clock } from '#server/clock.ts';
import type { Queryable } from '#server/db/index.ts';
import { chip, money, recordLink, sentence, text, time } from '#server/desk/cells.ts';
import type { PartSeat } from '#server/desk/contract.ts';
import { rowPage } from '#server/desk/index.ts';
import { settledWithin } from './store-incident.ts';

const TONES: Readonly<Record<string, CellTone>> = { WIN: 'up', LOSE: 'down', VOID: 'warn' };
/** On the page of an incident: what was settled within it. */
export function incidentPart({ db, clock }: { readonly db: Queryable; readonly clock: Pick<Clock, 'now'> }): PartSeat {
  return {
    desk: 'incidents',
    id: 'settled',
    title: 'Settled within it',
    permission: 'trading.read',
    place: 'tab',
    table: {
      columns: [
        { id: 'id', label: 'Prediction', head: true },
        { id: 'outcome', label: 'Result', head: true },
        { id: 'why', label: 'Why void' },
        { id: 'person', label: 'Person' },
        { id: 'money', label: 'Money' },
        { id: 'stake', label: 'Stake', end: true },
        { id: 'paid', label: 'Paid', end: true },
        { id: 'at', label: 'Settled', end: true },
      ],
      read: async ({ id, after, limit }) => {
        const [from = 0, stream = 0] = id.split('.').map(Number);
        const found = await settledWithin(db, { stream, from, now: clock.now(), after, limit: limit + 1 });
        return rowPage(found, limit, (one): OfficeRow => {
          const isReal = one.realm === REALM_NO.real;
          return {
            id: one.id,
            cells: [
              recordLink('predictions', one.id, one.id),
              chip(sentence(one.outcome), TONES[one.outcome] ?? 'plain'),
              one.reason === null ? null : text(sentence(one.reason)),
              recordLink('people', one.userId, one.userId.slice(0, 13)),
              chip(isReal ? 'Real' : 'Practice', isReal ? 'warn' : 'plain'),
              money(usdt(BigInt(one.stake))),
              money(usdt(BigInt(one.credit))),
              time(one.at),
            ],
          };
        });
      },
    },
  };
}
