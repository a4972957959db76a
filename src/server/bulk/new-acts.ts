import { ok, refused, type Outcome } from '#domain/outcome.ts';
import type { ActField } from '#protocol/office/cells.ts';
import type { ActAsked, ActDone, ActSeat } from '#server/desk/contract.ts';
import { makeBulk, bulkSeats, type BulkSeat } from './bulk.ts';
import { peopleOfText, peopleOfView } from './people.ts';
import { madeOk, NEW, type BulkSeatParts } from './seat-parts.ts';

/** People named one by one, not by a view. */
const NAMED = 'named';

/** Each act that can be done to many, on the record of a new one. */
export function newActs(parts: BulkSeatParts): readonly ActSeat[] {
  return bulkSeats(parts.desks).map((seat) => newAct(parts, seat));
}

async function fieldsOf(parts: BulkSeatParts, seat: BulkSeat, asked: ActAsked): Promise<readonly ActField[]> {
  const own = typeof seat.fields === 'function' ? await seat.fields(asked) : (seat.fields ?? []);
  const { views } = await parts.teamwork.views(asked.by);
  const options = views.filter(({ desk }) => desk === 'people').map(({ id, name }) => ({ value: id, label: name }));
  return [
    {
      name: 'whom',
      label: 'Who',
      kind: 'choice',
      options: [{ value: NAMED, label: 'The people below' }, ...options],
    },
    { name: 'people', label: 'IDs or emails, one a line', kind: 'ids', optional: true },
    ...own,
  ];
}

function newAct(parts: BulkSeatParts, seat: BulkSeat): ActSeat {
  return {
    desk: 'bulk',
    id: `new-${seat.id}`,
    label: seat.label,
    text: `${seat.text} For each person of a saved view of People, or of a list.`,
    permission: seat.permission,
    rule: 'It is tried first: nothing is changed before you begin it.',
    ...(seat.order === undefined ? {} : { order: seat.order }),
    on: (id) => id === NEW,
    fields: (asked) => fieldsOf(parts, seat, asked),
    refuses: () => Promise.resolve(null),
    run: ({ by, reason, fields }) => begin(parts, seat, { by, reason, given: fields }),
  };
}

async function begin(
  parts: BulkSeatParts,
  seat: BulkSeat,
  {
    by,
    reason,
    given,
  }: { readonly by: ActAsked['by']; readonly reason: string; readonly given: Readonly<Record<string, string>> },
): Promise<Outcome<ActDone>> {
  const { whom = NAMED, people: text = '', ...fields } = given;
  const most = parts.settings.number('bulk.most');
  const found =
    whom === NAMED ? await peopleOfText(parts.desks, by, { text, most }) : await ofView(parts, by, { whom, most });
  if (!found.ok) return found;
  const { people, viewName } = 'people' in found.value ? found.value : { people: found.value, viewName: null };
  if (people.length === 0) return refused({ code: 'ActRefused', why: 'That is nobody.' });
  const id = await makeBulk(parts, { act: seat.id, fields, reason, by, people, viewName });
  return madeOk(id, people.length);
}

async function ofView(
  { desks, teamwork }: BulkSeatParts,
  by: ActAsked['by'],
  { whom, most }: { readonly whom: string; readonly most: number },
): Promise<Outcome<{ readonly people: readonly string[]; readonly viewName: string }>> {
  const view = (await teamwork.views(by)).views.find(({ id, desk }) => id === whom && desk === 'people');
  if (view === undefined) return refused({ code: 'ActRefused', why: 'That view is not there any more.' });
  const filter = Object.fromEntries([...new URLSearchParams(view.filter)].filter(([, value]) => value !== ''));
  const found = await peopleOfView(desks, by, { filter, most });
  return found.ok ? ok({ people: found.value, viewName: view.name }) : found;
}
