import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { usdt } from '#domain/money.ts';
import { REALM_NO } from '#domain/realm.ts';
import type { CellTone, OfficeRow } from '#protocol/office/cells.ts';
import type { Audit } from '#server/audit/index.ts';
import type { Clock } from '#server/clock.ts';
import { chip, code, line, money, number, recordLink, sentence, strong, text, time } from '#server/desk/cells.ts';
import type { DeskSeat, PartSeat } from '#server/desk/contract.ts';
import { rowPage, type OfficeSeat } from '#server/desk/index.ts';
import type { EngineRows } from '../engine-rows.ts';
import type { Signer } from '../signing/signer.ts';
import { openOn } from '../store-corrections.ts';
import { approveAct, NEW, proposeAct } from './correction-acts.ts';
import { countWaiting, findProposal, listEffects, listProposals, sumEffects, type ProposalRow } from './store-desk.ts';

export interface CorrectionsSeatParts {
  readonly db: Pool;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly log: Pick<Logger, 'error'>;
  readonly audit: Pick<Audit, 'write'>;
  readonly signer: Signer;
  readonly provenRows: Pick<EngineRows, 'markCorrected'>;
  readonly colleagueOf: (userId: string) => Promise<{ readonly name: string }>;
}

const ID = /^(new|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const titleOf = ({ name, fromSeq, toSeq }: ProposalRow) =>
  `${name}, ${fromSeq === toSeq ? `tick ${fromSeq}` : `ticks ${fromSeq} to ${toSeq}`}`;
const stateOf = ({ approved }: ProposalRow) =>
  approved === null ? chip('Waits for a second person', 'warn') : chip(`Correction ${approved.no}`, 'ok');
const rangeOf = (row: ProposalRow, now: number) => ({ ...row, no: row.approved?.no ?? null, now });

/** Ranges of ticks that proved wrong: proposed by one person, tried, approved by another. The same functions as those of the shell. */
export function correctionsSeat(parts: CorrectionsSeatParts): OfficeSeat {
  return {
    desks: [deskOf(parts)],
    parts: [factsPart(parts), tilesPart(parts), effectPart(parts)],
    acts: [proposeAct(parts), approveAct(parts)],
  };
}

function deskOf({ db, colleagueOf }: CorrectionsSeatParts): DeskSeat {
  return {
    desk: 'corrections',
    count: () => countWaiting(db),
    list: {
      columns: [
        { id: 'range', label: 'Range', head: true },
        { id: 'state', label: 'State', head: true },
        { id: 'why', label: 'Why' },
        { id: 'by', label: 'Proposed by' },
        { id: 'at', label: 'Proposed', end: true },
        { id: 'approved', label: 'Approved', end: true },
      ],
      filters: [
        {
          name: 'state',
          label: 'State',
          kind: 'choice',
          options: [
            { value: 'waits', label: 'Waits' },
            { value: 'approved', label: 'Approved' },
          ],
        },
      ],
      // Ids of proposals say nothing of their time.
      after: /^[0-9a-f-]{36}$/,
      read: async ({ filter, after, limit }) => {
        const last = after === null ? null : await findProposal(db, after);
        const state = filter['state'];
        const found = await listProposals(db, {
          after: last === null ? null : { at: last.proposedAt, id: last.id },
          waits: state === undefined ? null : state === 'waits',
          limit: limit + 1,
        });
        const names = new Map<string, string>();
        for (const { proposedBy } of found) names.set(proposedBy, (await colleagueOf(proposedBy)).name);
        return rowPage(found, limit, (row): OfficeRow => ({
          id: row.id,
          cells: [
            strong(titleOf(row)),
            stateOf(row),
            text(row.clause),
            text(names.get(row.proposedBy) ?? null),
            time(row.proposedAt),
            time(row.approved?.at ?? null),
          ],
        }));
      },
    },
    record: {
      id: ID,
      read: async (id) => {
        if (id === NEW) return { title: 'New correction', subtitle: [], chips: [], subjectId: null };
        const row = await findProposal(db, id);
        if (row === null) return null;
        return { title: titleOf(row), subtitle: [code(id)], chips: [stateOf(row)], subjectId: null };
      },
    },
  };
}

function factsPart({ db, colleagueOf }: CorrectionsSeatParts): PartSeat {
  return {
    desk: 'corrections',
    id: 'proposal',
    title: 'Proposal',
    permission: 'trading.read',
    place: 'facts',
    lines: async ({ id }) => {
      if (id === NEW) {
        return [
          line(
            'What it does',
            text('Predictions whose entry or exit stands on a wrong tick become void, won or lost.'),
          ),
          line('Rounds', text('Rounds that aren’t settled and whose averages count such a tick become void.')),
          line('Nothing happens yet', text('Once proposed, its page shows what it would do to each prediction.')),
        ];
      }
      const row = await findProposal(db, id);
      if (row === null) return [];
      const { approved } = row;
      return [
        line('Pair', recordLink('pairs', row.pair, row.pair)),
        line('Stream', code(row.name)),
        line('First tick', number(row.fromSeq)),
        line('Last tick', number(row.toSeq)),
        line('Why, published', text(row.clause)),
        line('Evidence, SHA-256', code(row.evidence)),
        line('Proposed by', text((await colleagueOf(row.proposedBy)).name)),
        line('Proposed', time(row.proposedAt)),
        line('Approved by', text(approved === null ? 'nobody yet' : (await colleagueOf(approved.by)).name)),
        line('Approved', time(approved?.at ?? null)),
      ];
    },
  };
}

function tilesPart({ db, clock }: CorrectionsSeatParts): PartSeat {
  return {
    desk: 'corrections',
    id: 'sums',
    title: 'Effect',
    permission: 'trading.read',
    place: 'tiles',
    lines: async ({ id }) => {
      const row = id === NEW ? null : await findProposal(db, id);
      if (row === null) return [];
      const [sums, open] = await Promise.all([sumEffects(db, rangeOf(row, clock.now())), openOn(db, row)]);
      const real = sums.find(({ realm }) => realm === REALM_NO.real);
      const all = (of: 'count' | 'stay') => sums.reduce((sum, one) => sum + one[of], 0);
      const isDone = row.approved !== null;
      return [
        line(isDone ? 'Became void' : 'Would be void', number(all('count'))),
        line('Stay as they are', number(all('stay'))),
        ...(isDone ? [] : [line('Still open', number(open.count))]),
        line('Stakes, real', money(usdt(BigInt(real?.stakes ?? 0)))),
        line('Profits taken back, real', money(usdt(BigInt(real?.taken ?? 0)))),
        line('Stakes given back, real', money(usdt(BigInt(real?.given ?? 0)))),
      ];
    },
  };
}

const TONES: Readonly<Record<string, CellTone>> = { WIN: 'up', LOSE: 'down', VOID: 'warn' };

/** The dry run, and what was done once it is approved. */
function effectPart({ db, clock }: CorrectionsSeatParts): PartSeat {
  return {
    desk: 'corrections',
    id: 'effect',
    title: 'Predictions',
    permission: 'trading.read',
    place: 'tab',
    table: {
      columns: [
        { id: 'id', label: 'Prediction', head: true },
        { id: 'was', label: 'Result so far', head: true },
        { id: 'person', label: 'Person' },
        { id: 'money', label: 'Money' },
        { id: 'direction', label: 'Direction' },
        { id: 'stake', label: 'Stake', end: true },
        { id: 'paid', label: 'Paid so far', end: true },
        { id: 'change', label: 'Change of their balance', end: true },
        { id: 'borne', label: 'Spent, borne by the house', end: true },
      ],
      read: async ({ id, after, limit }) => {
        const row = id === NEW ? null : await findProposal(db, id);
        if (row === null) return { rows: [], next: null };
        const found = await listEffects(db, { ...rangeOf(row, clock.now()), after, limit: limit + 1 });
        return rowPage(found, limit, (one): OfficeRow => {
          const due = one.stays ? 0n : one.stake - one.credit + (one.shortfall ?? 0n);
          const isReal = one.realm === REALM_NO.real;
          return {
            id: one.id,
            cells: [
              recordLink('predictions', one.id, one.id),
              chip(sentence(one.outcome), TONES[one.outcome] ?? 'plain'),
              recordLink('people', one.userId, one.userId.slice(0, 13)),
              chip(isReal ? 'Real' : 'Practice', isReal ? 'warn' : 'plain'),
              text(one.direction),
              money(usdt(one.stake)),
              money(usdt(one.credit)),
              one.stays ? text('stays') : money(usdt(due), due < 0n ? 'down' : 'up'),
              money(one.shortfall === null ? null : usdt(one.shortfall)),
            ],
          };
        });
      },
    },
  };
}
