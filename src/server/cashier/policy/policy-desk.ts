import type { Pool } from 'pg';
import type { Verdict } from '#domain/cashier/payout-policy.ts';
import type { Approvals } from '#server/approvals/index.ts';
import { chip, code, line, money, number, recordLink, strong, text, time } from '#server/desk/cells.ts';
import type { DeskSeat, PartSeat } from '#server/desk/contract.ts';
import { rowPage, type OfficeSeat } from '#server/desk/index.ts';
import { DRY_RUN_MOST, dryRun } from './dry-run.ts';
import type { PolicyParts } from './drafts.ts';
import { policyActs } from './policy-acts.ts';
import { currentPolicy, findPolicy, pagePolicies, type Policy } from './store-policy.ts';
import { ruleText, VERDICT_WORDS } from './words.ts';

export interface PolicyDeskParts extends PolicyParts {
  readonly db: Pool;
  readonly approvals: Pick<Approvals, 'ask'>;
  readonly colleagueOf: (userId: string) => Promise<{ readonly name: string }>;
}

/** The desk of the policy by which withdrawals are sent, held or refused: its revisions, and drafts of the next. */
export function policyDesk(parts: PolicyDeskParts): OfficeSeat {
  return {
    desks: [deskOf(parts)],
    parts: [factsPart(parts), rulesPart(parts), triedPart(parts), differPart(parts)],
    acts: policyActs(parts),
  };
}

const nameOf = ({ revision }: Policy) => (revision === null ? 'Draft' : `Revision ${revision}`);

function stateCell({ revision }: Policy, current: number) {
  if (revision === null) return chip('Draft', 'warn');
  return revision === current ? chip('Holds', 'ok') : chip('Earlier', 'plain');
}

async function makerOf({ colleagueOf }: PolicyDeskParts, { madeBy }: Policy) {
  return text(madeBy === null ? 'the product' : (await colleagueOf(madeBy)).name);
}

function deskOf(parts: PolicyDeskParts): DeskSeat {
  const { db } = parts;
  return {
    desk: 'payouts',
    list: {
      columns: [
        { id: 'name', label: 'Policy', head: true },
        { id: 'state', label: 'State', head: true },
        { id: 'rules', label: 'Rules', end: true },
        { id: 'by', label: 'Made by' },
        { id: 'made', label: 'Made', end: true },
        { id: 'published', label: 'Published', end: true },
      ],
      filters: [],
      read: async ({ after, limit }) => {
        const found = await pagePolicies(db, { after, limit: limit + 1 });
        const { revision } = await currentPolicy(db);
        const makers = new Map<string, Awaited<ReturnType<typeof makerOf>>>();
        for (const one of found) makers.set(one.id, await makerOf(parts, one));
        return rowPage(found, limit, (one) => ({
          id: one.id,
          cells: [
            strong(nameOf(one)),
            stateCell(one, revision),
            number(one.rules.length),
            makers.get(one.id) ?? null,
            time(one.madeAt),
            time(one.publishedAt),
          ],
        }));
      },
    },
    record: {
      read: async (id) => {
        const found = await findPolicy(db, id);
        if (found === null) return null;
        const { revision } = await currentPolicy(db);
        return {
          title: `Payout policy: ${nameOf(found).toLowerCase()}`,
          subtitle: [time(found.publishedAt ?? found.madeAt)],
          chips: [stateCell(found, revision)],
          subjectId: null,
        };
      },
    },
  };
}

const partOf = (id: string, title: string, order: number) =>
  ({ desk: 'payouts', id, title, permission: 'money.read', order }) as const;

function factsPart(parts: PolicyDeskParts): PartSeat {
  return {
    ...partOf('policy', 'Policy', 10),
    place: 'facts',
    lines: async ({ id }) => {
      const found = await findPolicy(parts.db, id);
      if (found === null) return [];
      return [
        line('Made by', await makerOf(parts, found)),
        line('Made', time(found.madeAt)),
        line('Published', time(found.publishedAt)),
      ];
    },
  };
}

function rulesPart({ db }: PolicyDeskParts): PartSeat {
  return {
    ...partOf('rules', 'Rules, the first that meets decides', 10),
    place: 'tab',
    table: {
      columns: [
        { id: 'no', label: 'No.', head: true },
        { id: 'name', label: 'Name', head: true },
        { id: 'meets', label: 'Meets' },
        { id: 'verdict', label: 'Then' },
      ],
      read: async ({ id }) => {
        const rules = (await findPolicy(db, id))?.rules ?? [];
        const rows = rules.map((rule, at) => ({
          id: String(at + 1),
          cells: [number(at + 1), code(rule.id), text(ruleText(rule)), text(VERDICT_WORDS[rule.verdict])],
        }));
        return { rows, next: null };
      },
    },
  };
}

async function tryPolicy({ db, clock }: PolicyDeskParts, id: string) {
  const found = await findPolicy(db, id);
  if (found === null) return null;
  return dryRun(db, { holds: (await currentPolicy(db)).rules, rules: found.rules, now: clock.now() });
}

const VERDICT_LINES: readonly (readonly [Verdict, string])[] = [
  ['automatic', 'Automatic'],
  ['one', 'Held for one person'],
  ['two', 'Held for two people'],
  ['refuse', 'Refused'],
];

/** What this policy would have made of the withdrawals of the last 30 days. */
function triedPart(parts: PolicyDeskParts): PartSeat {
  return {
    ...partOf('tried', 'Dry run over the last 30 days', 20),
    place: 'tiles',
    lines: async ({ id }) => {
      const run = await tryPolicy(parts, id);
      if (run === null) return [];
      const { tried, held, differ, total } = run;
      return [
        ...VERDICT_LINES.map(([verdict, label]) => line(label, text(`${tried[verdict]} (now ${held[verdict]})`))),
        line('Decided otherwise', text(`${differ.length} of ${total}${total < DRY_RUN_MOST ? '' : ', the newest'}`)),
      ];
    },
  };
}

function differPart(parts: PolicyDeskParts): PartSeat {
  return {
    ...partOf('differ', 'Decided otherwise', 20),
    place: 'tab',
    table: {
      columns: [
        { id: 'withdrawal', label: 'Withdrawal', head: true },
        { id: 'amount', label: 'Amount', head: true, end: true },
        { id: 'holds', label: 'By the policy that holds' },
        { id: 'tried', label: 'By this one' },
      ],
      read: async ({ id, after, limit }) => {
        const differ = (await tryPolicy(parts, id))?.differ ?? [];
        const from = after === null ? 0 : differ.findIndex((one) => one.id === after) + 1;
        return rowPage(differ.slice(from, from + limit + 1), limit, (one) => ({
          id: one.id,
          cells: [
            recordLink('withdrawals', one.id, 'Open'),
            money(one.amount),
            text(`${VERDICT_WORDS[one.held.verdict]} (${one.held.id})`),
            text(`${VERDICT_WORDS[one.tried.verdict]} (${one.tried.id})`),
          ],
        }));
      },
    },
  };
}
