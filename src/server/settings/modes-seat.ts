import type { Pool } from 'pg';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import { PAIRS } from '#domain/prices/pairs.ts';
import { MODES, modeOf, PRODUCTS, type Mode, type Product } from '#domain/settings/modes.ts';
import type { ActField, Cell, CellTone, OfficeRow } from '#protocol/office/cells.ts';
import { transaction } from '#server/db/index.ts';
import { chip, line, strong, text, time } from '#server/desk/cells.ts';
import type { ActDoing, ActSeat, DeskSeat, PartSeat } from '#server/desk/contract.ts';
import { wrongField } from '#server/desk/fields.ts';
import { rowPage } from '#server/desk/index.ts';
import type { SettingParts } from './change.ts';
import { setMode } from './modes.ts';
import { findModeHistory, findModes, type SetMode } from './store-modes.ts';

export interface ModesSeatParts extends Pick<SettingParts, 'clock' | 'audit'> {
  readonly db: Pool;
  readonly colleagueOf: (userId: string) => Promise<{ readonly name: string }>;
}

/** A product (`rounds`), or a pair of it (`rounds.BTC-USD`). */
interface Place {
  readonly id: string;
  readonly product: Product;
  /** '': all pairs of the product. */
  readonly pair: string;
}

const MINUTE_MS = 60_000;
const ID = /^[a-z]+(\.[A-Z0-9-]+)?$/;
export const MODE_TITLES: Readonly<Record<Product, string>> = {
  quick: 'Quick',
  scheduled: 'Scheduled',
  rounds: 'Rounds',
  events: 'Events',
};
const SAYS: Readonly<Record<Mode, readonly [string, CellTone]>> = {
  open: ['Open', 'ok'],
  'cancel-only': ['Cancel only', 'warn'],
  paused: ['Paused', 'bad'],
  maintenance: ['Maintenance', 'bad'],
};
/** Products first, for what one of them has holds for all its pairs. Events have none. */
const PLACES: readonly Place[] = ['', ...PAIRS.map(({ id }) => id)].flatMap((pair) =>
  PRODUCTS.filter((product) => pair === '' || product !== 'events').map((product) => ({
    id: pair === '' ? product : `${product}.${pair}`,
    product,
    pair,
  })),
);
export const placeOf = (id: string): Place | null => PLACES.find((place) => place.id === id) ?? null;
const titleOf = ({ product, pair }: Place) => `${MODE_TITLES[product]}, ${pair === '' ? 'all pairs' : pair}`;
const ownOf = (modes: readonly SetMode[], { product, pair }: Place): SetMode | null =>
  modes.find((row) => row.product === product && row.pair === pair) ?? null;
export const modeCell = (mode: Mode): Cell => chip(...SAYS[mode]);
const choices = MODES.map((value) => ({ value, label: SAYS[value][0] }));
/** What a mode is set with. */
export const MODE_FIELDS: readonly ActField[] = [
  { name: 'mode', label: 'Mode', kind: 'choice', options: choices },
  { name: 'minutes', label: 'Planned to end in so many minutes', kind: 'number', optional: true },
];

export function modesDesk({ db }: ModesSeatParts): DeskSeat {
  return {
    desk: 'modes',
    count: async () => (await findModes(db)).filter(({ mode }) => mode !== 'open').length,
    list: {
      columns: [
        { id: 'place', label: 'Product and pair', head: true },
        { id: 'holds', label: 'Holds now', head: true },
        { id: 'set', label: 'Set here' },
        { id: 'reason', label: 'Reason' },
        { id: 'since', label: 'Since', end: true },
        { id: 'until', label: 'Planned to end', end: true },
      ],
      filters: [
        {
          name: 'product',
          label: 'Product',
          kind: 'choice',
          options: PRODUCTS.map((value) => ({ value, label: MODE_TITLES[value] })),
        },
        { name: 'mode', label: 'Holds now', kind: 'choice', options: choices },
      ],
      after: ID,
      read: async ({ filter, after, limit }) => {
        const modes = await findModes(db);
        const holds = ({ product, pair }: Place) => modeOf(modes, product, pair).mode;
        const places = PLACES.filter(
          (place) =>
            (filter['product'] ?? place.product) === place.product && (filter['mode'] ?? holds(place)) === holds(place),
        );
        // A cursor stands where its place does, also where a filter has taken that one out meanwhile.
        const at = PLACES.findIndex(({ id }) => id === after);
        const rest = places.filter((place) => PLACES.indexOf(place) > at);
        return rowPage(rest, limit, (place): OfficeRow => {
          const own = ownOf(modes, place);
          return {
            id: place.id,
            cells: [
              strong(titleOf(place)),
              modeCell(holds(place)),
              own === null ? null : modeCell(own.mode),
              text(own?.reason ?? null),
              time(own?.madeAt ?? null),
              time(own?.until ?? null),
            ],
          };
        });
      },
    },
    record: {
      id: ID,
      read: async (id) => {
        const place = placeOf(id);
        if (place === null) return null;
        const { mode } = modeOf(await findModes(db), place.product, place.pair);
        return { title: titleOf(place), subtitle: [], chips: [modeCell(mode)], subjectId: null };
      },
    },
  };
}

export function modeFacts({ db }: ModesSeatParts): PartSeat {
  return {
    desk: 'modes',
    id: 'mode',
    title: 'Mode',
    permission: 'trading.read',
    place: 'facts',
    lines: async ({ id }) => {
      const place = placeOf(id);
      if (place === null) return [];
      const modes = await findModes(db);
      const own = ownOf(modes, place);
      return [
        line('Holds now', modeCell(modeOf(modes, place.product, place.pair).mode)),
        line('Set here', own === null ? text('never') : modeCell(own.mode)),
        line('Reason', text(own?.reason ?? null)),
        line('Since', time(own?.madeAt ?? null)),
        line('Planned to end', time(own?.until ?? null)),
      ];
    },
  };
}

export function modeHistory({ db, colleagueOf }: ModesSeatParts): PartSeat {
  return {
    desk: 'modes',
    id: 'changes',
    title: 'Changes',
    permission: 'trading.read',
    place: 'tab',
    table: {
      columns: [
        { id: 'mode', label: 'Mode', head: true },
        { id: 'who', label: 'Set by', head: true },
        { id: 'reason', label: 'Reason' },
        { id: 'until', label: 'Planned to end', end: true },
        { id: 'made', label: 'Set', end: true },
      ],
      after: /^\d{1,15}$/,
      read: async ({ id, after, limit }) => {
        const place = placeOf(id);
        if (place === null) return { rows: [], next: null };
        const before = after === null ? null : Number(after);
        const found = await findModeHistory(db, { ...place, before, limit: limit + 1 });
        const rows: OfficeRow[] = [];
        for (const { no, mode, actor, reason, until, madeAt } of found) {
          const who = actor === null ? 'the shell' : (await colleagueOf(actor)).name;
          rows.push({ id: no, cells: [modeCell(mode), text(who), text(reason), time(until), time(madeAt)] });
        }
        return rowPage(rows, limit, (row) => row);
      },
    },
  };
}

export function modeAct(parts: ModesSeatParts): ActSeat {
  return {
    desk: 'modes',
    id: 'set-mode',
    label: 'Set mode',
    text: 'Any mode but Open takes nothing new. What is open can be sold or cancelled in each.',
    permission: 'trading.act',
    rule: 'A mode ends by hand. The planned end is what people are told.',
    fields: MODE_FIELDS,
    refuses: () => Promise.resolve(null),
    run: (act) => setModeOf(parts, act, [act.id]),
  };
}

/** Sets the mode that was typed for places that go together: for all of them, or for none. */
export async function setModeOf(
  parts: ModesSeatParts,
  { by, reason, fields }: Omit<ActDoing, 'id'>,
  ids: readonly string[],
): Promise<Outcome<string>> {
  const places = ids.map(placeOf);
  const mode = MODES.find((one) => one === fields['mode']);
  if (mode === undefined) return wrongField('mode', 'unknown');
  const minutes = (fields['minutes'] ?? '').trim();
  if (minutes !== '' && !/^[1-9]\d{0,4}$/.test(minutes)) return wrongField('minutes', 'malformed');
  const until = mode === 'open' || minutes === '' ? null : parts.clock.now() + Number(minutes) * MINUTE_MS;
  return transaction(parts.db, async (tx) => {
    let count = 0;
    for (const place of places) {
      if (place === null) return refused({ code: 'NotFound' });
      const { product, pair } = place;
      if ((await setMode(parts, tx, { product, pair, mode, until, by, reason })) === 'set') count += 1;
    }
    if (count === 0) return refused({ code: 'ActRefused', why: 'It has that mode already.' });
    return ok('Set. It holds within two seconds.');
  });
}
