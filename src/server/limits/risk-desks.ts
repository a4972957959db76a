import { usdt } from '#domain/money.ts';
import type { Queryable } from '#server/db/index.ts';
import { chip, money, number, recordLink, text, time } from '#server/desk/cells.ts';
import type { DeskSeat } from '#server/desk/contract.ts';
import { rowPage } from '#server/desk/index.ts';
import { listFlags } from './store-house.ts';
import { listChased } from './store-play-days.ts';

interface Parts {
  readonly db: Queryable;
}

const personLink = (userId: string) => recordLink('people', userId, userId.slice(0, 13));
const measured = (mean: number, within: number) =>
  text(`${mean >= 0 ? '+' : ''}${mean.toFixed(2)} ±${Number.isFinite(within) ? within.toFixed(2) : '?'}`);

/** People whom prices follow more often than chance allows. The act against it, a highest stake, is on the page of the person. */
export function markoutsDesk({ db }: Parts): DeskSeat {
  return {
    desk: 'markouts',
    list: {
      columns: [
        { id: 'person', label: 'Person', head: true },
        { id: 'realm', label: 'Money' },
        { id: 'predictions', label: 'Predictions', end: true },
        { id: 'soon', label: 'After 1 s, bps', end: true },
        { id: 'later', label: 'After 5 s, bps', end: true, head: true },
        { id: 'limit', label: 'Highest stake', end: true },
        { id: 'at', label: 'Flagged', end: true },
      ],
      filters: [],
      after: /^\d{1,15}\.[0-9a-f-]{36}$/,
      read: async ({ after, limit }) => {
        const [at, userId] = (after ?? '').split('.');
        const last = at === undefined || userId === undefined ? null : { at: Number(at), userId };
        const found = await listFlags(db, limit + 1, last);
        return rowPage(found, limit, (flag) => ({
          id: `${flag.at}.${flag.userId}`,
          cells: [
            personLink(flag.userId),
            chip(flag.realm === 'real' ? 'Real' : 'Practice', flag.realm === 'real' ? 'warn' : 'plain'),
            number(flag.predictions),
            measured(flag.mean1s, flag.within1s),
            measured(flag.mean5s, flag.within5s),
            money(flag.limit),
            time(flag.at),
          ],
        }));
      },
    },
  };
}

/** How many hours of a mask something ended in. */
function hoursOf(mask: number): number {
  return Array.from({ length: 24 }, (_, hour) => hour).filter((hour) => (mask & (1 << hour)) !== 0).length;
}

/** Days on which somebody raised their stake right after a loss. What is done about it is on the page of the person. */
export function chasesDesk({ db }: Parts): DeskSeat {
  return {
    desk: 'chases',
    list: {
      columns: [
        { id: 'person', label: 'Person', head: true },
        { id: 'chased', label: 'Stakes doubled after a loss', end: true, head: true },
        { id: 'ended', label: 'Ended', end: true },
        { id: 'staked', label: 'Staked', end: true },
        { id: 'result', label: 'Result', end: true },
        { id: 'highest', label: 'Largest stake', end: true },
        { id: 'hours', label: 'Hours of play', end: true },
        { id: 'day', label: 'Day, UTC', end: true },
      ],
      filters: [],
      after: /^\d{4}-\d{2}-\d{2}\.[0-9a-f-]{36}$/,
      read: async ({ after, limit }) => {
        const [day, userId] = (after ?? '').split('.');
        const last = day === undefined || userId === undefined ? null : { day, userId };
        const found = await listChased(db, { after: last, limit: limit + 1 });
        return rowPage(found, limit, ({ userId: person, day: of, play }) => ({
          id: `${of}.${person}`,
          cells: [
            personLink(person),
            number(play.chased),
            number(play.ended),
            money(play.staked),
            money(usdt(play.paid - play.staked), play.paid < play.staked ? 'down' : 'up'),
            money(play.highest),
            number(hoursOf(play.hours)),
            text(of),
          ],
        }));
      },
    },
  };
}
