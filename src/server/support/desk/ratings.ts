import type { Rating } from '#domain/support/ticket.ts';
import { chip, line } from '#server/desk/cells.ts';
import { countChart, idsOfDays, sumByDay } from '#server/desk/charts.ts';
import type { ChartSeat } from '#server/desk/contract.ts';
import { ratedOfDays, type Ticket } from '../store.ts';
import type { SupportDeskParts } from './parts.ts';

/** What the person says of a ticket that has ended. */
export function ratingLines({ rating }: Pick<Ticket, 'rating'>) {
  if (rating === null) return [];
  return [line('They say', rating === 'SOLVED' ? chip('Solved', 'ok') : chip('Not solved', 'bad'))];
}

/** What people say of their tickets, by the day on which these came in. */
export function ratingChart({ db }: Pick<SupportDeskParts, 'db'>): ChartSeat {
  return {
    place: 'tickets',
    id: 'ratings',
    title: 'Solved, as people say',
    note: 'By the day on which the ticket came in',
    permission: 'support.read',
    unit: 'count',
    shape: 'lines',
    order: 20,
    read: async (days) => {
      const rows = await ratedOfDays(db, idsOfDays(days));
      const count = (wanted: Rating) => sumByDay(rows, ({ rating }) => (rating === wanted ? 1n : 0n));
      return countChart(days, [
        { label: 'Solved', tone: 'up', of: count('SOLVED') },
        { label: 'Not solved', tone: 'down', of: count('UNSOLVED') },
      ]);
    },
  };
}
