import { MOST_OUTCOMES, REST_TITLE } from '#domain/events/terms.ts';
import type { Approvals } from '#server/approvals/index.ts';
import type { ActSeat } from '#server/desk/contract.ts';
import { wrongField } from '#server/desk/fields.ts';
import { askSecond } from '#server/desk/index.ts';
import { EVENT_SPLIT, MOVE_SAYS, OUTCOME_LENGTH } from '../acts.ts';
import { moveFault } from '../moves.ts';
import type { SplitInto } from '../split.ts';
import { findMarket } from '../store.ts';
import type { EventDeskParts } from './events-desk.ts';

type Parts = EventDeskParts & { readonly approvals: Pick<Approvals, 'ask'> };

/** `Ann Example, 25` or `Ann Example, 2.5`: a name, and how many percent of the chance it takes. */
const LINE = /^(.*\S)\s*,\s*(\d{1,2})(?:\.(\d))?\s*%?$/;

/** What was typed, one outcome a line; null: it cannot be read. */
export function readSplit(text: string): SplitInto | null {
  const into: { title: string; part: number }[] = [];
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue;
    const [, title, whole, tenth = '0'] = LINE.exec(line) ?? [];
    if (title === undefined || whole === undefined || title.length > OUTCOME_LENGTH) return null;
    const part = Number(whole) * 10 + Number(tenth);
    if (part < 1) return null;
    into.push({ title: title.trim(), part });
  }
  return into.length === 0 || into.length > MOST_OUTCOMES ? null : into;
}

/** To split the outcome that stands for the rest. */
export function splitAct(parts: Parts): ActSeat {
  return {
    desk: 'events',
    id: 'split',
    label: `Split the outcome ${REST_TITLE}`,
    text: `New outcomes come out of ${REST_TITLE}: whoever holds YES of it gets as many of each, and NO of it becomes YES of the others there are. All books of the event stop for a moment, and resting orders end.`,
    permission: 'events.clarify',
    rule: 'Two people with no shares of it, an hour before its cut-off at the latest.',
    people: 2,
    order: 21,
    fields: [
      {
        name: 'into',
        label: `New outcomes, one a line: name, percent of the chance of ${REST_TITLE} that it takes`,
        kind: 'long',
      },
    ],
    refuses: async ({ id, by }) => {
      const market = await findMarket(parts.db, id);
      if (market === null) return MOVE_SAYS['no-market'];
      if (market.terms.title !== REST_TITLE) return MOVE_SAYS['not-rest'];
      const fault = await moveFault(parts, parts.db, { market, move: 'split', by });
      return fault === null ? null : MOVE_SAYS[fault];
    },
    run: ({ id, by, reason, fields }) => {
      const into = readSplit(fields['into'] ?? '');
      if (into === null) return Promise.resolve(wrongField('into', 'malformed'));
      const [names, shares] = [into.map(({ title }) => title), into.map(({ part }) => part)];
      return askSecond(parts, EVENT_SPLIT, { fields: { marketId: id, names, parts: shares }, by, reason });
    },
  };
}
