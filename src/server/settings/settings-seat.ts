import type { Pool } from 'pg';
import { usdt } from '#domain/money.ts';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import type { FieldFault } from '#domain/refusals.ts';
import { definitionOf, isSettingName, loosens, SETTING_NAMES, type SettingName } from '#domain/settings/settings.ts';
import { moneyWords } from '#protocol/codecs.ts';
import type { SettingDefinition } from '#domain/settings/definition.ts';
import type { Cell, OfficeRow } from '#protocol/office/cells.ts';
import type { Approvals } from '#server/approvals/index.ts';
import { transaction } from '#server/db/index.ts';
import { chip, code, line, money, number, recordLink, strong, text, time } from '#server/desk/cells.ts';
import type { ActSeat, DeskSeat, PartSeat } from '#server/desk/contract.ts';
import { readAmount, wrongField } from '#server/desk/fields.ts';
import { askSecond, rowPage, type Staff } from '#server/desk/index.ts';
import { changeSetting, SETTING_LOOSENED, type SettingParts } from './change.ts';
import { findHistory, findHolding, findWaiting, type SettingVersion } from './store.ts';

export interface SettingsSeatParts extends SettingParts {
  readonly db: Pool;
  readonly approvals: Pick<Approvals, 'ask'>;
  readonly colleagueOf: (userId: string) => Promise<{ readonly name: string }>;
}

const NAME = /^[a-z][a-z_]*\.[A-Za-z0-9_-]+$/;
/** Groups in the order of the table, and settings so: the list shows what belongs together. */
const GROUPS = [...new Set(SETTING_NAMES.map((name) => definitionOf(name).group))];
const WAYS: Readonly<Record<SettingDefinition['loosens'], string>> = {
  up: 'A higher value',
  down: 'A lower value',
  no: 'Neither',
};

/** A value with what it counts: money as money. */
function valueCell(name: SettingName, value: bigint): Cell {
  return definitionOf(name).unit === 'USDT' ? money(usdt(value)) : number(value);
}

export function settingsDesk({ db, clock }: SettingsSeatParts): DeskSeat {
  const valueOf = (name: SettingName, holding: readonly SettingVersion[]) =>
    holding.find((version) => version.name === name)?.value ?? definitionOf(name).standard;
  return {
    desk: 'settings',
    list: {
      columns: [
        { id: 'setting', label: 'Setting', head: true },
        { id: 'value', label: 'Value', end: true, head: true },
        { id: 'standard', label: 'Standard', end: true },
        { id: 'unit', label: 'Unit' },
        { id: 'group', label: 'Group' },
        { id: 'loosens', label: 'What loosens it' },
        { id: 'waiting', label: 'Waiting value', end: true },
        { id: 'from', label: 'Holds from', end: true },
      ],
      filters: [
        {
          name: 'group',
          label: 'Group',
          kind: 'choice',
          options: GROUPS.map((group) => ({ value: group, label: group })),
        },
      ],
      after: NAME,
      read: async ({ filter, after, limit }) => {
        const [holding, waiting] = await Promise.all([findHolding(db, clock.now()), findWaiting(db, clock.now())]);
        const names = SETTING_NAMES.filter(
          (name) => (filter['group'] ?? definitionOf(name).group) === definitionOf(name).group,
        );
        const from = names.findIndex((name) => name === after) + 1;
        return rowPage(names.slice(from, from + limit + 1), limit, (name): OfficeRow => {
          const { title, unit, group, standard, loosens } = definitionOf(name);
          const waits = waiting.find((version) => version.name === name);
          return {
            id: name,
            cells: [
              strong(title),
              valueCell(name, valueOf(name, holding)),
              valueCell(name, standard),
              text(unit),
              text(group),
              text(WAYS[loosens]),
              waits === undefined ? null : valueCell(name, waits.value),
              time(waits?.fromAt ?? null),
            ],
          };
        });
      },
    },
    record: {
      id: NAME,
      read: async (id) => {
        if (!isSettingName(id)) return null;
        const waits = (await findWaiting(db, clock.now())).some(({ name }) => name === id);
        const { title, group } = definitionOf(id);
        const chips = waits ? [chip('A change waits', 'warn')] : [];
        return { title, subtitle: [code(id), text(group)], chips, subjectId: null };
      },
    },
  };
}

export function settingFacts({ db, clock }: SettingsSeatParts): PartSeat {
  return {
    desk: 'settings',
    id: 'setting',
    title: 'Setting',
    permission: 'settings.read',
    place: 'facts',
    lines: async ({ id }) => {
      if (!isSettingName(id)) return [];
      const ofName = ({ name }: SettingVersion) => name === id;
      const holds = (await findHolding(db, clock.now())).find(ofName);
      const waits = (await findWaiting(db, clock.now())).find(ofName);
      const { says, unit, standard, least, most, loosens } = definitionOf(id);
      return [
        line('What it does', text(says)),
        line('Value', valueCell(id, holds?.value ?? standard)),
        line('Unit', text(unit)),
        line('Standard', valueCell(id, standard)),
        line('Least', valueCell(id, least)),
        line('Most', valueCell(id, most)),
        line('What loosens it', text(WAYS[loosens])),
        ...(waits === undefined
          ? [line('Waiting', text('nothing'))]
          : [line('Waiting value', valueCell(id, waits.value)), line('Holds from', time(waits.fromAt))]),
      ];
    },
  };
}

/** What a change was before, by how much it is more or less, and what it did to a protection. */
function differenceCells(name: SettingName, change: { readonly from: bigint; readonly to: bigint }): readonly Cell[] {
  const { from, to } = change;
  const by = to - from;
  const sign = by > 0n ? '+' : by < 0n ? '−' : '';
  const size = by < 0n ? -by : by;
  const words = definitionOf(name).unit === 'USDT' ? moneyWords(usdt(size)) : size.toString();
  return [valueCell(name, from), text(`${sign}${words}`), by === 0n ? null : wayCell(name, change)];
}

function wayCell(name: SettingName, change: { readonly from: bigint; readonly to: bigint }): Cell {
  if (loosens(name, change)) return chip('Loosened', 'warn');
  return definitionOf(name).loosens === 'no' ? chip('Neither', 'plain') : chip('Tightened', 'ok');
}

export function settingHistory({ db, colleagueOf }: SettingsSeatParts): PartSeat {
  return {
    desk: 'settings',
    id: 'changes',
    title: 'Changes',
    permission: 'settings.read',
    place: 'tab',
    table: {
      columns: [
        { id: 'value', label: 'Value', head: true, end: true },
        { id: 'before', label: 'Before', end: true },
        { id: 'difference', label: 'Difference', end: true },
        { id: 'way', label: 'Protection' },
        { id: 'who', label: 'Changed by', head: true },
        { id: 'reason', label: 'Reason' },
        { id: 'made', label: 'Changed', end: true },
        { id: 'from', label: 'Holds from', end: true },
      ],
      after: /^\d{1,15}$/,
      read: async ({ id, after, limit }) => {
        if (!isSettingName(id)) return { rows: [], next: null };
        const before = after === null ? null : Number(after);
        const found = await findHistory(db, { name: id, before, limit: limit + 2 });
        const rows: { readonly no: number; readonly cells: readonly Cell[] }[] = [];
        // One more than the page and its mark: each row is shown beside the one before it.
        for (const [index, { no, value, actor, request, reason, madeAt, fromAt }] of found
          .slice(0, limit + 1)
          .entries()) {
          const was = found[index + 1]?.value ?? definitionOf(id).standard;
          const who =
            request === null
              ? text(actor === null ? 'the shell' : (await colleagueOf(actor)).name)
              : recordLink('approvals', request, 'two people');
          rows.push({
            no,
            cells: [
              valueCell(id, value),
              ...differenceCells(id, { from: was, to: value }),
              who,
              text(reason),
              time(madeAt),
              time(fromAt),
            ],
          });
        }
        return rowPage(rows, limit, ({ no, cells }) => ({ id: String(no), cells: [...cells] }));
      },
    },
  };
}

export function settingChange(parts: SettingsSeatParts): ActSeat {
  return {
    desk: 'settings',
    id: 'change',
    label: 'Change',
    text: 'Every process reads the new value within two seconds of when it holds. It ends a change that waits.',
    permission: 'settings.write',
    rule: 'A value that loosens takes a second person and holds a day after their approval. Any other holds at once.',
    fields: ({ id }) => {
      if (!isSettingName(id)) return Promise.resolve([]);
      const { unit } = definitionOf(id);
      const kind = unit === 'USDT' ? 'money' : 'number';
      return Promise.resolve([{ name: 'value', label: `New value (${unit})`, kind }]);
    },
    refuses: () => Promise.resolve(null),
    run: ({ id, by, reason, fields }) => changeTyped(parts, { id, by, reason, typed: fields['value'] }),
  };
}

interface Asked {
  readonly id: string;
  readonly by: Staff;
  readonly reason: string;
  readonly typed: string | undefined;
}

/** Changes a setting to what was typed; one that loosens is asked of a second person. */
export async function changeTyped(
  parts: SettingsSeatParts,
  { id: name, by, reason, typed }: Asked,
): Promise<Outcome<string>> {
  if (!isSettingName(name)) return refused({ code: 'NotFound' });
  const value = readValue(name, typed);
  if (typeof value === 'string') return wrongField('value', value);
  const done = await transaction(parts.db, (tx) => changeSetting(parts, tx, { name, value, reason, by }));
  if (!done.ok) return done;
  if (done.value === 'as-before') return refused({ code: 'ActRefused', why: 'It has that value already.' });
  if (done.value !== 'two-people') return ok('Changed. It holds from now on.');
  return askSecond(parts, SETTING_LOOSENED, { fields: { name, value: value.toString() }, by, reason });
}

/** A value as it was typed: money with a point, anything else a whole number. */
function readValue(name: SettingName, typed: string | undefined): bigint | FieldFault {
  if (definitionOf(name).unit === 'USDT') return readAmount(typed);
  const whole = (typed ?? '').trim();
  return /^\d{1,18}$/.test(whole) ? BigInt(whole) : 'malformed';
}
