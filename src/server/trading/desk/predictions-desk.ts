import { usdt } from '#domain/money.ts';
import { REALM_NO } from '#domain/realm.ts';
import { isRowId } from '#protocol/codecs.ts';
import type { CellTone, OfficeColumn, OfficeRow } from '#protocol/office/cells.ts';
import type { Clock } from '#server/clock.ts';
import type { Queryable } from '#server/db/index.ts';
import { chip, code, line, money, number, recordLink, sentence, strong, text, time } from '#server/desk/cells.ts';
import type { DeskSeat, Happened, PartSeat, SearchSeat, TimelineSeat } from '#server/desk/contract.ts';
import { rowPage, type OfficeSeat } from '#server/desk/index.ts';
import { findPrediction, listPredictions, type StoredPrediction } from './store-predictions.ts';

interface Parts {
  readonly db: Queryable;
  readonly clock: Pick<Clock, 'now'>;
}

const TONES: Readonly<Record<string, CellTone>> = { WIN: 'up', LOSE: 'down', VOID: 'warn' };
const COLUMNS: readonly OfficeColumn[] = [
  { id: 'pair', label: 'Pair', head: true },
  { id: 'state', label: 'State', head: true },
  { id: 'person', label: 'Person' },
  { id: 'money', label: 'Money' },
  { id: 'direction', label: 'Direction' },
  { id: 'stake', label: 'Stake', end: true },
  { id: 'paid', label: 'Paid', end: true },
  { id: 'at', label: 'Placed', end: true },
];

const stateOf = ({ state, outcome }: StoredPrediction) => {
  const word = state === 'CORRECTED' ? state : (outcome ?? state);
  return chip(sentence(word), TONES[word] ?? 'plain');
};
const moneyOf = ({ realm }: StoredPrediction) =>
  realm === REALM_NO.real ? chip('Real', 'warn') : chip('Practice', 'plain');
const paidOf = ({ credit }: StoredPrediction) => money(credit === null ? null : usdt(BigInt(credit)));
const personOf = ({ userId }: StoredPrediction) => recordLink('people', userId, userId.slice(0, 13));

/** Every prediction by its id: what was agreed, what became of it, and its past in one timeline. */
export function predictionsSeat(
  parts: Parts,
): Required<Pick<OfficeSeat, 'desks' | 'parts' | 'timelines' | 'searches'>> {
  return {
    desks: [deskOf(parts)],
    parts: [termsPart(parts), endPart(parts)],
    timelines: [timelineOf(parts)],
    searches: [searchOf(parts)],
  };
}

function deskOf({ db }: Parts): DeskSeat {
  return {
    desk: 'predictions',
    list: {
      columns: COLUMNS,
      filters: [
        {
          name: 'realm',
          label: 'Money',
          kind: 'choice',
          options: [
            { value: 'real', label: 'Real' },
            { value: 'demo', label: 'Practice' },
          ],
        },
        { name: 'to', label: 'Until', kind: 'day' },
      ],
      read: async ({ filter, after, limit }) => {
        const realm = filter['realm'] === 'demo' ? 'demo' : 'real';
        const found = await listPredictions(db, { realm, until: filter['to'] ?? null, after, limit: limit + 1 });
        return rowPage(found, limit, (one): OfficeRow => ({
          id: one.id,
          cells: [
            strong(one.pair),
            stateOf(one),
            personOf(one),
            moneyOf(one),
            text(one.direction),
            money(usdt(BigInt(one.stake))),
            paidOf(one),
            time(one.admittedAt),
          ],
        }));
      },
    },
    record: {
      read: async (id) => {
        const one = await findPrediction(db, id);
        if (one === null) return null;
        const title = `${one.pair} ${one.direction}`;
        const chips = [stateOf(one), moneyOf(one)];
        return {
          title,
          subtitle: [code(id)],
          chips,
          subjectId: one.userId,
          ...(one.settledAt === null ? { moves: true as const } : {}),
        };
      },
    },
  };
}

const base = { desk: 'predictions', permission: 'people.money', place: 'facts' } as const;

function termsPart({ db }: Parts): PartSeat {
  return {
    ...base,
    id: 'terms',
    title: 'What was agreed',
    order: 10,
    lines: async ({ id }) => {
      const one = await findPrediction(db, id);
      if (one === null) return [];
      return [
        line('Person', personOf(one)),
        line('Pair', recordLink('pairs', one.pair, one.pair)),
        line('Direction', text(one.direction)),
        line('Stake', money(usdt(BigInt(one.stake)))),
        line('Payout', text(`${one.payoutBps / 100} %`)),
        line('Seconds', number(one.durationMs / 1_000)),
        line('Rules', code(one.rules.slice(0, 16))),
      ];
    },
  };
}

function endPart({ db }: Parts): PartSeat {
  return {
    ...base,
    id: 'end',
    title: 'What became of it',
    order: 20,
    lines: async ({ id }) => {
      const one = await findPrediction(db, id);
      if (one === null) return [];
      return [
        line('State', stateOf(one)),
        line('Why void', one.reason === null ? null : text(sentence(one.reason))),
        line('Paid', paidOf(one)),
        line('Entry, tick', number(one.entrySeq)),
        line('Exit, tick', number(one.exitSeq)),
        line('Batches', text([one.batch, one.endBatch].filter((batch) => batch !== null).join(' and '))),
      ];
    },
  };
}

/** What the engine did with it; corrections and who looked at it stand in the audit log, whose lines are among these. */
function timelineOf({ db, clock }: Parts): TimelineSeat {
  return {
    desk: 'predictions',
    permission: 'people.money',
    read: async ({ id, before, limit }) => {
      const one = await findPrediction(db, id);
      if (one === null) return [];
      const end = one.outcome === null ? null : sentence(one.outcome).toLowerCase();
      const moments: readonly (Happened | null)[] = [
        one.settledAt === null ? null : { id: 'settled', at: one.settledAt, title: `Settled: ${end ?? ''}` },
        one.expiresAt === null ? null : { id: 'expires', at: one.expiresAt, title: 'Its time is over' },
        { id: 'placed', at: one.admittedAt, title: 'Placed' },
      ];
      return moments
        .filter((moment) => moment !== null)
        .filter(({ at }) => at <= clock.now() && (before === null || at < before))
        .slice(0, limit);
    },
  };
}

/** By its whole id. */
function searchOf({ db }: Parts): SearchSeat {
  return {
    desk: 'predictions',
    title: 'Predictions',
    find: async (typed) => {
      const one = isRowId(typed) ? await findPrediction(db, typed) : null;
      if (one === null) return [];
      return [{ id: one.id, title: `${one.pair} ${one.direction}`, text: sentence(one.outcome ?? one.state) }];
    },
  };
}
