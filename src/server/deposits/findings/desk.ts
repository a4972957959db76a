import type { Pool } from 'pg';
import type { FindingReason } from '#domain/deposits/rules.ts';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import type { Approvals } from '#server/approvals/index.ts';
import { transaction } from '#server/db/index.ts';
import { chip, code, line, money, recordLink, text, time } from '#server/desk/cells.ts';
import type { ActSeat, DeskSeat, PartSeat } from '#server/desk/contract.ts';
import { wrongField } from '#server/desk/fields.ts';
import { askSecond, rowPage, type OfficeSeat } from '#server/desk/index.ts';
import { FINDING_DECIDED, keepFinding, takeFinding, type FindingParts } from './decide.ts';
import { countFindings, FINDING_STATES, findFinding, pageFindings, type Finding, type FindingState } from './store.ts';

export interface FindingSeatParts extends FindingParts {
  readonly db: Pool;
  readonly approvals: Approvals;
  readonly colleagueOf: (userId: string) => Promise<{ readonly name: string }>;
}

/** What each is called, and what is to be done about it. */
const REASONS: Readonly<Record<FindingReason, { readonly name: string; readonly advice: string }>> = {
  unknown_token: {
    name: 'Unknown token',
    advice: 'It is not taken. See on the explorer what it is: worthless ones are kept, others are returned.',
  },
  excluded: {
    name: 'Self-excluded',
    advice: 'They have excluded themselves. Return it; it can’t be credited before they are back.',
  },
  account: {
    name: 'Closed account',
    advice: 'Their account is closed or blocked. Return it, or credit it once the account is open.',
  },
  differs: {
    name: 'Amounts differ',
    advice:
      'The chain says one sum and the address grew by another. Work out what arrived, and adjust the balance by a journal of its own.',
  },
  reorg: {
    name: 'Block is gone',
    advice:
      'It was credited, or may have been, and its block left the chain. Compare balance and chain before anything else.',
  },
  replaced: {
    name: 'Spends it twice',
    advice:
      'It spends what a credited payment spent that has left its chain. Compare both with the chain before anything else.',
  },
  unpriced: {
    name: 'No price',
    advice: 'Nothing said what its coin was worth when it was final. Credit it at the price of now, or return it.',
  },
  over_limit: {
    name: 'Over a limit',
    advice:
      'What is held is above their own deposit limits. Credit it when they have room and ask for it, else return it.',
  },
  sanctioned: {
    name: 'Sanctioned sender',
    advice: 'Its sender is on a list of sanctions. Hold it and tell compliance; it is not sent back without them.',
  },
};
const STATES: Readonly<Record<FindingState, string>> = { QUARANTINE: 'Waiting', KEPT: 'Kept', RETURNED: 'Returned' };
const TONES = { QUARANTINE: 'warn', KEPT: 'plain', RETURNED: 'ok' } as const;
const OVER = 'It is decided.';
const OWN = 'It is about you: somebody else decides.';

/** Deposits that are not credited by themselves: who works on them, for how long, and what is done. */
export function findingsSeat(parts: FindingSeatParts): OfficeSeat {
  return {
    desks: [deskOf(parts)],
    parts: [factsPart(parts)],
    acts: [takeAct(parts), creditAct(parts), returnAct(parts), keepAct(parts)],
  };
}

const personLink = ({ userId }: Finding) => recordLink('people', userId, userId.slice(0, 13));

function deskOf({ db, colleagueOf }: FindingSeatParts): DeskSeat {
  return {
    desk: 'findings',
    count: () => countFindings(db),
    list: {
      columns: [
        { id: 'person', label: 'Person', head: true },
        { id: 'reason', label: 'Why', head: true },
        { id: 'state', label: 'State' },
        { id: 'amount', label: 'Arrived', end: true },
        { id: 'held', label: 'Held', end: true },
        { id: 'coin', label: 'Coin' },
        { id: 'network', label: 'Network' },
        { id: 'owner', label: 'Owner' },
        { id: 'seen', label: 'Seen', end: true },
      ],
      filters: [
        {
          name: 'state',
          label: 'State',
          kind: 'choice',
          options: FINDING_STATES.map((value) => ({ value, label: STATES[value] })),
        },
      ],
      read: async ({ filter, after, limit }) => {
        const state = FINDING_STATES.find((one) => one === filter['state']) ?? 'QUARANTINE';
        const found = await pageFindings(db, { state, after, limit: limit + 1 });
        const owners = new Map<string, string>();
        for (const { owner } of found) if (owner !== null) owners.set(owner, (await colleagueOf(owner)).name);
        return rowPage(found, limit, (row) => ({
          id: row.id,
          cells: [
            personLink(row),
            chip(REASONS[row.reason].name, row.reason === 'sanctioned' ? 'bad' : 'warn'),
            chip(STATES[row.state], TONES[row.state]),
            money(row.amount),
            money(row.held),
            text(row.coin),
            text(row.network),
            text(row.owner === null ? null : (owners.get(row.owner) ?? null)),
            time(row.seenAt),
          ],
        }));
      },
    },
    record: {
      read: async (id, by) => {
        const row = await findFinding(db, id);
        if (row === null) return null;
        return {
          title: REASONS[row.reason].name,
          subtitle: [personLink(row), time(row.seenAt)],
          chips: [
            chip(STATES[row.state], TONES[row.state]),
            ...(row.owner === null ? [] : [row.owner === by.userId ? chip('Yours', 'brand') : chip('Taken', 'warn')]),
          ],
          subjectId: row.userId,
        };
      },
    },
  };
}

function factsPart({ db, colleagueOf }: FindingSeatParts): PartSeat {
  return {
    desk: 'findings',
    id: 'finding',
    title: 'Deposit',
    permission: 'money.read',
    place: 'facts',
    order: 10,
    lines: async ({ id }) => {
      const row = await findFinding(db, id);
      if (row === null) return [];
      return [
        line('What to do', text(REASONS[row.reason].advice)),
        line('Arrived', money(row.amount)),
        line('Held in the books', money(row.held)),
        line('Held as it came', text(row.heldRaw === 0n ? null : `${row.heldRaw} of 10^-8 ${row.coin ?? ''}`)),
        line('Coin', text(row.coin ?? 'unknown')),
        line('Network', text(row.network)),
        line('Transaction', code(row.txHash)),
        line('To', code(row.address)),
        line('From', code(row.sender)),
        line('Token', code(row.token)),
        line('In its smallest unit', text(row.raw)),
        line('Owner', text(row.owner === null ? 'nobody' : (await colleagueOf(row.owner)).name)),
        line('Sent back by', code(row.returnTx)),
      ];
    },
  };
}

/** Why nobody acts on it now, in a sentence. */
async function refusesNow(
  { db }: FindingSeatParts,
  { id, by }: { readonly id: string; readonly by: { readonly userId: string } },
): Promise<string | null> {
  const row = await findFinding(db, id);
  if (row === null || row.state !== 'QUARANTINE') return OVER;
  return row.userId === by.userId ? OWN : null;
}

const said = (isDone: boolean, words: string): Outcome<string> =>
  isDone ? ok(words) : refused({ code: 'ActRefused', why: OVER });

function takeAct(parts: FindingSeatParts): ActSeat {
  return {
    desk: 'findings',
    id: 'take',
    label: 'Take',
    text: 'You work on it, also where somebody else did.',
    permission: 'money.decide',
    rule: 'One person works on a finding.',
    order: 10,
    refuses: (asked) => refusesNow(parts, asked),
    run: async ({ id, by, reason }) =>
      said(
        await transaction(parts.db, (tx) => takeFinding(parts, tx, { id, by, reason, owner: by.userId })),
        'It is yours.',
      ),
  };
}

function creditAct(parts: FindingSeatParts): ActSeat {
  return {
    desk: 'findings',
    id: 'credit',
    label: 'Credit',
    text: 'What is held becomes theirs to play with.',
    permission: 'money.decide',
    rule: 'Two people. Not while the sender is on a list of sanctions, the account is closed, or their own limits have no room.',
    people: 2,
    stepUp: true,
    order: 20,
    refuses: (asked) => refusesNow(parts, asked),
    run: ({ id, by, reason }) => ask(parts, { id, by, reason, outcome: 'credited', returnTx: '' }),
  };
}

function returnAct(parts: FindingSeatParts): ActSeat {
  return {
    desk: 'findings',
    id: 'return',
    label: 'Returned',
    text: 'It was sent back from our wallet, by a transaction that is on its chain.',
    permission: 'money.decide',
    rule: 'Two people, bound to the transaction that sent it back.',
    people: 2,
    stepUp: true,
    order: 30,
    fields: [{ name: 'hash', label: 'Hash of the transaction', kind: 'text' }],
    refuses: (asked) => refusesNow(parts, asked),
    run: async ({ id, by, reason, fields }) => {
      const returnTx = (fields['hash'] ?? '').trim().toLowerCase();
      if (!/^0x[0-9a-f]{64}$/.test(returnTx)) return wrongField('hash', 'malformed');
      return ask(parts, { id, by, reason, outcome: 'returned', returnTx });
    },
  };
}

async function ask(
  parts: FindingSeatParts,
  {
    id,
    by,
    reason,
    ...decided
  }: Pick<Parameters<ActSeat['run']>[0], 'id' | 'by' | 'reason'> & {
    readonly outcome: 'credited' | 'returned';
    readonly returnTx: string;
  },
): Promise<Outcome<string>> {
  const row = await findFinding(parts.db, id);
  if (row === null) return refused({ code: 'ActRefused', why: OVER });
  return askSecond(parts, FINDING_DECIDED, { fields: { depositId: id, userId: row.userId, ...decided }, by, reason });
}

function keepAct(parts: FindingSeatParts): ActSeat {
  return {
    desk: 'findings',
    id: 'keep',
    label: 'Keep',
    text: 'It stays where it is. It is neither theirs nor sent back, and leaves what waits.',
    permission: 'money.decide',
    rule: 'For a reason that colleagues read in the audit log.',
    danger: true,
    order: 40,
    refuses: (asked) => refusesNow(parts, asked),
    run: async ({ id, by, reason }) =>
      said(await transaction(parts.db, (tx) => keepFinding(parts, tx, { id, by, reason })), 'It is kept.'),
  };
}
