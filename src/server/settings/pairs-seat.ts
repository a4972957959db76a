import { refused } from '#domain/outcome.ts';
import { usdt } from '#domain/money.ts';
import { PAIRS } from '#domain/prices/pairs.ts';
import { modeOf, PRODUCTS, type Product } from '#domain/settings/modes.ts';
import { PAIR_LIMITS, pairLimitTitle, pairSettingOf } from '#domain/settings/pair-settings.ts';
import { definitionOf } from '#domain/settings/settings.ts';
import type { OfficeRow } from '#protocol/office/cells.ts';
import { line, money, recordLink, text, time } from '#server/desk/cells.ts';
import type { ActSeat, PartSeat } from '#server/desk/contract.ts';
import { wrongField } from '#server/desk/fields.ts';
import { rowPage, type OfficeSeat } from '#server/desk/index.ts';
import { MODE_FIELDS, MODE_TITLES, modeCell, setModeOf, type ModesSeatParts } from './modes-seat.ts';
import { changeTyped, type SettingsSeatParts } from './settings-seat.ts';
import { findChangesOfPair } from './store-pairs.ts';
import { findHolding, findWaiting } from './store.ts';
import { findModes } from './store-modes.ts';

type Parts = SettingsSeatParts & ModesSeatParts;

const OF_PAIRS = PRODUCTS.filter((product) => product !== 'events');
const isPair = (id: string) => PAIRS.some((pair) => pair.id === id);

/** What is set of a pair, on its page at the desk of trading: its limits, its modes, and what became of both. */
export function pairsSeat(parts: Parts): OfficeSeat {
  return { parts: [limitsPart(parts), modesPart(parts), changesPart(parts)], acts: [limitAct(parts), modeAct(parts)] };
}

function limitsPart({ db, clock }: Parts): PartSeat {
  return {
    desk: 'pairs',
    id: 'limits',
    title: 'Limits',
    permission: 'trading.read',
    place: 'facts',
    order: 30,
    lines: async ({ id }) => {
      if (!isPair(id)) return [];
      const [holding, waiting] = await Promise.all([findHolding(db, clock.now()), findWaiting(db, clock.now())]);
      return PAIR_LIMITS.flatMap((limit) => {
        const name = pairSettingOf(limit, id);
        const value = holding.find((one) => one.name === name)?.value ?? definitionOf(name).standard;
        const waits = waiting.find((one) => one.name === name);
        const later =
          waits === undefined ? [] : [line('Will be', money(usdt(waits.value))), line('From', time(waits.fromAt))];
        return [line(pairLimitTitle(limit), money(usdt(value))), ...later];
      });
    },
  };
}

function modesPart({ db }: Parts): PartSeat {
  return {
    desk: 'pairs',
    id: 'modes',
    title: 'Modes',
    permission: 'trading.read',
    place: 'facts',
    order: 40,
    lines: async ({ id }) => {
      if (!isPair(id)) return [];
      const modes = await findModes(db);
      return OF_PAIRS.flatMap((product) => [
        line(MODE_TITLES[product], modeCell(modeOf(modes, product, id).mode)),
        line('Its page', recordLink('modes', `${product}.${id}`, `${MODE_TITLES[product]}, ${id}`)),
      ]);
    },
  };
}

function changesPart({ db, colleagueOf }: Parts): PartSeat {
  return {
    desk: 'pairs',
    id: 'changes',
    title: 'Changes',
    permission: 'trading.read',
    place: 'tab',
    order: 40,
    table: {
      columns: [
        { id: 'what', label: 'What', head: true },
        { id: 'to', label: 'To', head: true },
        { id: 'who', label: 'Changed by' },
        { id: 'reason', label: 'Reason' },
        { id: 'made', label: 'Changed', end: true },
        { id: 'from', label: 'Holds from', end: true },
      ],
      after: /^\d{1,15}\.[a-z]\d{1,15}$/,
      read: async ({ id, after, limit }) => {
        const found = isPair(id) ? await findChangesOfPair(db, { pair: id, after, limit: limit + 1 }) : [];
        const names = new Map<string, string>();
        for (const { actor } of found) if (actor !== null) names.set(actor, (await colleagueOf(actor)).name);
        return rowPage(found, limit, (one): OfficeRow => {
          const who =
            one.request === null
              ? text(one.actor === null ? 'the shell' : (names.get(one.actor) ?? null))
              : recordLink('approvals', one.request, 'two people');
          const to = one.mode === null ? money(usdt(one.value ?? 0n)) : modeCell(one.mode);
          const what = one.mode === null ? pairLimitTitle(one.limit) : `Mode, ${MODE_TITLES[one.product]}`;
          return { id: one.id, cells: [text(what), to, who, text(one.reason), time(one.madeAt), time(one.fromAt)] };
        });
      },
    },
  };
}

function limitAct(parts: Parts): ActSeat {
  return {
    desk: 'pairs',
    id: 'change-limit',
    label: 'Change a limit',
    text: 'Every process reads it within two seconds of when it holds.',
    permission: 'settings.write',
    rule: 'A lower one holds at once. A higher one takes a second person and holds a day after their approval.',
    order: 10,
    fields: [
      {
        name: 'limit',
        label: 'Limit',
        kind: 'choice',
        options: PAIR_LIMITS.map((value) => ({ value, label: pairLimitTitle(value) })),
      },
      { name: 'value', label: 'New value, USDT', kind: 'money' },
    ],
    refuses: () => Promise.resolve(null),
    run: ({ id, by, reason, fields }) => {
      const limit = PAIR_LIMITS.find((one) => one === fields['limit']);
      if (!isPair(id)) return Promise.resolve(refused({ code: 'NotFound' }));
      if (limit === undefined) return Promise.resolve(wrongField('limit', 'unknown'));
      return changeTyped(parts, { id: pairSettingOf(limit, id), by, reason, typed: fields['value'] });
    },
  };
}

function modeAct(parts: Parts): ActSeat {
  return {
    desk: 'pairs',
    id: 'set-mode',
    label: 'Set mode',
    text: 'Any mode but Open takes nothing new on this pair. What is open can be sold or cancelled in each.',
    permission: 'trading.act',
    rule: 'A mode ends by hand. The planned end is what people are told.',
    order: 20,
    fields: [
      {
        name: 'product',
        label: 'Product',
        kind: 'choice',
        options: [
          ...OF_PAIRS.map((value) => ({ value, label: MODE_TITLES[value] })),
          { value: 'all', label: 'All of them' },
        ],
      },
      ...MODE_FIELDS,
    ],
    refuses: () => Promise.resolve(null),
    run: async (act) => {
      const asked = act.fields['product'];
      const products: readonly Product[] = OF_PAIRS.filter((one) => asked === 'all' || one === asked);
      if (products.length === 0) return wrongField('product', 'unknown');
      return setModeOf(
        parts,
        act,
        products.map((product) => `${product}.${act.id}`),
      );
    },
  };
}
