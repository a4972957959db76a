import type { Pool } from 'pg';
import { CASE_OUTCOMES, takesTwo, type CaseOutcome } from '#domain/verification/name-check.ts';
import type { Hit } from '#domain/verification/screening/screener.ts';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import { HOUR_MS } from '#domain/time.ts';
import type { Cell, OfficeRow } from '#protocol/office/cells.ts';
import type { Approvals } from '#server/approvals/index.ts';
import { transaction } from '#server/db/index.ts';
import { chip, code, line, number, recordLink, strong, text, time } from '#server/desk/cells.ts';
import type { ActAsked, ActSeat, DeskSeat, PartSeat } from '#server/desk/contract.ts';
import { wrongField } from '#server/desk/fields.ts';
import { askSecond, rowPage, type OfficeSeat, type Staff } from '#server/desk/index.ts';
import type { LegalNames } from '../contract.ts';
import { CASE_DECIDED } from './case-act.ts';
import { assignCase, decideCase, readCase, restCase, type CaseAnswer, type CaseParts } from './cases.ts';
import { CASE_STATES, countWaitingCases, findCase, pageCases, type CaseRow, type CaseState } from './store-cases.ts';

export interface CasesSeatParts extends CaseParts {
  readonly db: Pool;
  readonly approvals: Pick<Approvals, 'ask'>;
  readonly legalNames: Pick<LegalNames, 'of'>;
  readonly colleagueOf: (userId: string) => Promise<{ readonly name: string }>;
}

const STATES: Readonly<Record<CaseState, string>> = { waiting: 'Waiting', resting: 'Resting', ended: 'Ended' };
const OUTCOMES: Readonly<Record<CaseOutcome, string>> = {
  cleared: 'Cleared',
  confirmed: 'Confirmed',
  not_enough: 'Not enough',
};
const BIRTHS: Readonly<Record<Hit['birth'], string>> = {
  day: 'Same day',
  year: 'Same year, or the one beside it',
  near: 'A few years off',
  other: 'Another',
  unknown: 'Not known',
};
const COUNTRIES: Readonly<Record<Hit['country'], string>> = { same: 'Same', other: 'Another', unknown: 'Not known' };
const SAYS: Readonly<Record<Exclude<CaseAnswer, 'done'>, string>> = {
  'no-case': 'The case has ended.',
  'two-people': 'It takes two people.',
  late: 'Say a time to come.',
};
const OWN = 'Nobody decides on their own case.';
const per = (score: number) => score.toFixed(2);
const short = (id: string) => `${id.slice(0, 13)}…`;

/** The desk of cases: people whose name is like one of a sanctions list, and what is made of it. */
export function casesSeat(parts: CasesSeatParts): OfficeSeat {
  return {
    desks: [deskOf(parts)],
    parts: [factsPart(parts), hitsPart(parts)],
    acts: [takeAct(parts), giveBackAct(parts), restAct(parts), decideAct(parts)],
  };
}

function stateOf(row: CaseRow, now: number): Cell {
  if (row.outcome !== null) return chip(OUTCOMES[row.outcome], row.outcome === 'confirmed' ? 'bad' : 'ok');
  if (row.snoozedUntil !== null && row.snoozedUntil > now) return chip('Resting', 'plain');
  return row.escalatedAt === null ? chip('Waiting', 'info') : chip('Escalated', 'bad');
}

function deskOf({ db, clock, colleagueOf }: CasesSeatParts): DeskSeat {
  return {
    desk: 'cases',
    count: () => countWaitingCases(db, clock.now()),
    list: {
      columns: [
        { id: 'person', label: 'Person', head: true },
        { id: 'state', label: 'State', head: true },
        { id: 'score', label: 'Likeliest', end: true },
        { id: 'hits', label: 'Hits', end: true },
        { id: 'owner', label: 'Owner' },
        { id: 'opened', label: 'Opened', end: true },
        { id: 'due', label: 'Due', end: true },
      ],
      filters: [
        {
          name: 'state',
          label: 'State',
          kind: 'choice',
          options: CASE_STATES.map((value) => ({ value, label: STATES[value] })),
        },
      ],
      read: async ({ filter, after, limit }) => {
        const now = clock.now();
        const state = CASE_STATES.find((one) => one === filter['state']) ?? 'waiting';
        const found = await pageCases(db, { state, after, limit: limit + 1, now });
        const owners = new Map<string, string>();
        for (const { owner } of found) if (owner !== null) owners.set(owner, (await colleagueOf(owner)).name);
        return rowPage(found, limit, (row): OfficeRow => {
          const isLate = row.endedAt === null && row.dueAt <= now;
          return {
            id: row.id,
            cells: [
              recordLink('people', row.userId, short(row.userId)),
              stateOf(row, now),
              text(per(row.score)),
              number(row.hits),
              text(row.owner === null ? null : (owners.get(row.owner) ?? null)),
              time(row.openedAt),
              isLate ? chip('Late', 'bad') : time(row.dueAt),
            ],
          };
        });
      },
    },
    record: {
      read: async (id, by) => {
        const row = await findCase(db, id);
        if (row === null) return null;
        const owned =
          row.owner === null ? [] : [row.owner === by.userId ? chip('Yours', 'brand') : chip('Taken', 'warn')];
        return {
          title: 'Name like one of a sanctions list',
          subtitle: [recordLink('people', row.userId, short(row.userId)), time(row.openedAt)],
          chips: [stateOf(row, clock.now()), ...owned],
          subjectId: row.userId,
        };
      },
    },
  };
}

function factsPart({ db, legalNames, colleagueOf }: CasesSeatParts): PartSeat {
  return {
    desk: 'cases',
    id: 'case',
    title: 'Case',
    permission: 'verification.read',
    place: 'facts',
    order: 10,
    lines: async ({ id }) => {
      const row = await findCase(db, id);
      if (row === null) return [];
      const { first, last, birthDate, status } = await legalNames.of(db, row.userId);
      return [
        line('First name', text(first)),
        line('Last name', text(last)),
        line('Born', text(birthDate)),
        line('Name check', text(status.toLowerCase().replaceAll('_', ' '))),
        line('Likeliest hit', text(per(row.score))),
        line('Owner', text(row.owner === null ? 'nobody' : (await colleagueOf(row.owner)).name)),
        line('Due', time(row.dueAt)),
        line('Escalated', time(row.escalatedAt)),
        line('Rests until', time(row.snoozedUntil)),
        line('Ended', time(row.endedAt)),
      ];
    },
  };
}

/** What each hit is made of. Each reading is written down. */
function hitsPart(parts: CasesSeatParts): PartSeat {
  return {
    desk: 'cases',
    id: 'hits',
    title: 'Hits',
    permission: 'verification.read',
    place: 'tab',
    order: 1,
    table: {
      columns: [
        { id: 'listed', label: 'Listed name', head: true },
        { id: 'score', label: 'Score', head: true, end: true },
        { id: 'words', label: 'Words of theirs = of the list' },
        { id: 'strength', label: 'Kind of name' },
        { id: 'birth', label: 'Birth date' },
        { id: 'country', label: 'Country' },
        { id: 'entry', label: 'Entry' },
      ],
      read: async ({ id, by }) => {
        const act = { caseId: id, by, reason: 'read at the desk' };
        const opened = await transaction(parts.db, (tx) => readCase(parts, tx, act));
        const rows = (opened?.found ?? []).map((hit, no) => ({ id: String(no + 1), cells: cellsOf(hit) }));
        return { rows, next: null };
      },
    },
  };
}

function cellsOf(hit: Hit | null): Cell[] {
  if (hit === null) return [text('erased'), null, null, null, null, null, null];
  const words = hit.name.pairs.map(({ asked, listed, like }) => `${asked} = ${listed} (${per(like)})`).join(', ');
  return [
    strong(hit.listedName),
    text(per(hit.score)),
    text(hit.romanised ? `${words}; from another script` : words),
    text(hit.strength),
    text(BIRTHS[hit.birth]),
    text(COUNTRIES[hit.country]),
    code(hit.entryId),
  ];
}

/** Why nobody acts on a case now, in a sentence. */
async function refusesNow({ db }: CasesSeatParts, { id, by }: ActAsked): Promise<string | null> {
  const row = await findCase(db, id);
  if (row === null || row.endedAt !== null) return SAYS['no-case'];
  return row.userId === by.userId ? OWN : null;
}

function answered(answer: CaseAnswer, said: string): Outcome<string> {
  return answer === 'done' ? ok(said) : refused({ code: 'ActRefused', why: SAYS[answer] });
}

function takeAct(parts: CasesSeatParts): ActSeat {
  return {
    desk: 'cases',
    id: 'take',
    label: 'Take',
    text: 'The case is yours, also where somebody else had it. It rests no more.',
    permission: 'verification.decide',
    rule: 'One officer works on a case.',
    order: 10,
    refuses: async (asked) => {
      const why = await refusesNow(parts, asked);
      if (why !== null) return why;
      return (await findCase(parts.db, asked.id))?.owner === asked.by.userId ? 'It is yours.' : null;
    },
    run: ({ id, by, reason }) => assign(parts, { id, by, reason, owner: by.userId, said: 'It is yours.' }),
  };
}

function giveBackAct(parts: CasesSeatParts): ActSeat {
  return {
    desk: 'cases',
    id: 'give-back',
    label: 'Give back',
    text: 'The case is nobody’s again.',
    permission: 'verification.decide',
    rule: 'Only its owner gives a case back.',
    order: 20,
    refuses: async (asked) => {
      const why = await refusesNow(parts, asked);
      if (why !== null) return why;
      return (await findCase(parts.db, asked.id))?.owner === asked.by.userId ? null : 'It isn’t yours.';
    },
    run: ({ id, by, reason }) => assign(parts, { id, by, reason, owner: null, said: 'It is nobody’s.' }),
  };
}

async function assign(
  parts: CasesSeatParts,
  asked: {
    readonly id: string;
    readonly by: Staff;
    readonly reason: string;
    readonly owner: string | null;
    readonly said: string;
  },
): Promise<Outcome<string>> {
  const { id: caseId, by, reason, owner, said } = asked;
  const done = await transaction(parts.db, (tx) => assignCase(parts, tx, { caseId, by, reason, owner }));
  return answered(done, said);
}

function restAct(parts: CasesSeatParts): ActSeat {
  return {
    desk: 'cases',
    id: 'rest',
    label: 'Let it rest',
    text: 'The case leaves what waits for so many hours. It is still due when it was.',
    permission: 'verification.decide',
    rule: 'A case rests 72 hours at most, for a reason that colleagues read in the audit log.',
    order: 30,
    fields: [{ name: 'hours', label: 'Hours (1 to 72)', kind: 'number' }],
    refuses: (asked) => refusesNow(parts, asked),
    run: async ({ id: caseId, by, reason, fields }) => {
      const hours = Number((fields['hours'] ?? '').trim());
      if (!Number.isInteger(hours)) return wrongField('hours', 'malformed');
      if (hours < 1) return wrongField('hours', 'too_small');
      if (hours > 72) return wrongField('hours', 'too_large');
      const until = parts.clock.now() + hours * HOUR_MS;
      const done = await transaction(parts.db, (tx) => restCase(parts, tx, { caseId, by, reason, until }));
      return answered(done, `It rests for ${hours} hours.`);
    },
  };
}

function decideAct(parts: CasesSeatParts): ActSeat {
  return {
    desk: 'cases',
    id: 'decide',
    label: 'Decide',
    text: 'Cleared: the name is approved. Confirmed: it is blocked. Not enough: the person is asked for their name again.',
    permission: 'verification.decide',
    rule: 'To confirm a match, or to clear one of 0.95 or more, takes a second person: it is asked for in Approvals.',
    order: 40,
    fields: [
      {
        name: 'outcome',
        label: 'Outcome',
        kind: 'choice',
        options: CASE_OUTCOMES.map((value) => ({ value, label: OUTCOMES[value] })),
      },
    ],
    refuses: (asked) => refusesNow(parts, asked),
    run: async ({ id: caseId, by, reason, fields }) => {
      const outcome = CASE_OUTCOMES.find((one) => one === fields['outcome']);
      if (outcome === undefined) return wrongField('outcome', 'unknown');
      const row = await findCase(parts.db, caseId);
      if (row !== null && takesTwo(outcome, row.score))
        return askSecond(parts, CASE_DECIDED, { fields: { caseId, userId: row.userId, outcome }, by, reason });
      const done = await transaction(parts.db, (tx) => decideCase(parts, tx, { caseId, outcome, by, reason }));
      return answered(done, `Decided: ${OUTCOMES[outcome].toLowerCase()}.`);
    },
  };
}
