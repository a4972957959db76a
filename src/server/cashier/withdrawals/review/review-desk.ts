import type { Pool } from 'pg';
import { caseOf } from '#domain/cashier/payout-policy.ts';
import { leftToPlay } from '#domain/cashier/played.ts';
import { add } from '#domain/money.ts';
import { coinText } from '#domain/treasury/coin-amounts.ts';
import { isRowId, priceToText } from '#protocol/codecs.ts';
import type { Approvals } from '#server/approvals/index.ts';
import { chip, code, line, money, number, recordLink, text, time } from '#server/desk/cells.ts';
import type { DeskSeat, Happened, PartSeat, SearchSeat, TimelineSeat } from '#server/desk/contract.ts';
import { rowPage, type OfficeSeat } from '#server/desk/index.ts';
import { addressNetwork } from '../../addresses/networks.ts';
import { addressesOf } from '../../addresses/store-addresses.ts';
import { payerStanding } from '../../payer.ts';
import { currentPolicy, findRevision } from '../../policy/store-policy.ts';
import { ruleText, VERDICT_WORDS } from '../../policy/words.ts';
import { findWithdrawals, pageWithdrawals, type Withdrawal } from '../store-withdrawals.ts';
import { stateCell, STATE_NAMES, STATES, WITHDRAWAL_COLUMNS, withdrawalCells } from './cells.ts';
import type { ReviewParts } from './decide.ts';
import { reviewActs } from './review-acts.ts';
import { countInReview, earlierOf, momentsOf } from './store-reviews.ts';
import { withdrawalsParts } from './withdrawals-part.ts';

export interface ReviewDeskParts extends ReviewParts {
  readonly approvals: Pick<Approvals, 'ask'>;
  readonly colleagueOf: (userId: string) => Promise<{ readonly name: string }>;
}

const short = (id: string) => `${id.slice(0, 13)}…`;
const find = async (db: Pool, id: string): Promise<Withdrawal | null> =>
  (await findWithdrawals(db, [id])).get(id) ?? null;

/** The desk of withdrawals that the policy has people look at. */
export function reviewDesk(parts: ReviewDeskParts): OfficeSeat {
  return {
    desks: [deskOf(parts)],
    parts: [factsPart(parts), judgedPart(parts), personPart(parts), ...withdrawalsParts(parts)],
    timelines: [timelineOf(parts)],
    searches: [searchOf(parts)],
    acts: reviewActs(parts),
  };
}

function deskOf({ db, clock }: ReviewDeskParts): DeskSeat {
  return {
    desk: 'withdrawals',
    count: () => countInReview(db),
    list: {
      columns: [
        { id: 'person', label: 'Person', head: true },
        { id: 'state', label: 'State', head: true },
        { id: 'people', label: 'People', end: true },
        ...WITHDRAWAL_COLUMNS,
        { id: 'age', label: 'Waits', end: true },
      ],
      filters: [
        {
          name: 'state',
          label: 'State',
          kind: 'choice',
          options: STATE_NAMES.map((value) => ({ value, label: STATES[value].says })),
        },
        { name: 'rule', label: 'Rule', kind: 'text' },
      ],
      read: async ({ filter, after, limit }) => {
        const state = STATE_NAMES.find((one) => one === filter['state']) ?? 'REVIEW';
        const rule = filter['rule']?.trim() ?? null;
        const found = await pageWithdrawals(db, { state, rule, after, limit: limit + 1 });
        const now = clock.now();
        return rowPage(found, limit, (row) => ({
          id: row.id,
          cells: [
            recordLink('people', row.userId, short(row.userId)),
            stateCell(row.state),
            number(Math.max(1, row.people)),
            ...withdrawalCells(row),
            row.state === 'REVIEW' ? text(ageText(now - row.requestedAt)) : null,
          ],
        }));
      },
    },
    record: {
      read: async (id) => {
        const row = await find(db, id);
        if (row === null) return null;
        return {
          title: 'Withdrawal',
          subtitle: [recordLink('people', row.userId, short(row.userId)), time(row.requestedAt)],
          chips: [stateCell(row.state), ...(row.people > 1 ? [chip('two people', 'warn')] : [])],
          subjectId: row.userId,
        };
      },
    },
  };
}

/** How long, in the two largest units. */
function ageText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor(minutes / 60) % 24];
  if (days > 0) return `${days} d ${hours} h`;
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}

function coinsText({ token, coins }: Withdrawal): string | null {
  return coins === null
    ? null
    : `${coinText(coins.units)} ${token} at ${priceToText(coins.rate.price, coins.rate.scale)}`;
}

const factsOn = (id: string, title: string, order: number) =>
  ({ desk: 'withdrawals', id, title, permission: 'money.read', place: 'facts', order }) as const;

function factsPart(parts: ReviewDeskParts): PartSeat {
  const { db, networks } = parts;
  return {
    ...factsOn('withdrawal', 'Withdrawal', 10),
    lines: async ({ id }) => {
      const row = await find(db, id);
      if (row === null) return [];
      const rules = (await findRevision(db, row.policy))?.rules ?? (await currentPolicy(db)).rules;
      const rule = rules.find((one) => one.id === row.rule);
      return [
        line('Leaves the balance', money(add(row.amount, row.fee))),
        line('Arrives', money(row.amount)),
        line('Network', text(addressNetwork(networks, row.network)?.name ?? row.network)),
        ...(row.coins === null ? [] : [line('In coins', text(coinsText(row)))]),
        line('Address', code(row.address)),
        line('Memo or tag', code(row.tag === '' ? null : row.tag)),
        line('Held by', await holderCell(parts, row)),
        line('Rule', text(rule === undefined ? row.rule : ruleText(rule))),
        line('So', text(rule === undefined ? null : VERDICT_WORDS[rule.verdict])),
        line('Policy', text(`Revision ${row.policy}`)),
        line('The person was told', text(row.told)),
      ];
    },
  };
}

/** Whose wallet the address is, as its person proved or said. */
async function holderCell({ db, vault }: ReviewDeskParts, { userId, network, address, tag }: Withdrawal) {
  const saved = (await addressesOf(db, userId)).find(
    (one) => one.network === network && one.address === address && one.tag === tag,
  );
  if (saved === undefined) return chip('not saved', 'warn');
  if (saved.heldBySealed !== null)
    return text(`${(await vault.open(db, userId, saved.heldBySealed)) ?? ''} (as they say)`);
  return saved.provedAt === null ? chip('not proved', 'warn') : text('the person: proved');
}

/** What the policy looked at when it was asked for. */
function judgedPart({ db }: ReviewDeskParts): PartSeat {
  return {
    ...factsOn('judged', 'When it was asked for', 20),
    lines: async ({ id }) => {
      const row = await find(db, id);
      if (row === null || row.judged === null) return [];
      const { addressAge, isShared, knownFor, lately, deposited, withdrawn, wallet, amount } = caseOf(row.judged);
      const share = wallet > 0n ? `${Number((amount * 1_000n) / wallet) / 10}%` : 'the books held nothing';
      return [
        line('Account', text(ageText(knownFor))),
        line('Address saved', addressAge === null ? chip('not saved', 'warn') : text(`${ageText(addressAge)} before`)),
        line('Others at this address', isShared ? chip('yes', 'bad') : text('nobody')),
        line('Deposited', money(deposited)),
        line('Withdrawn before', money(withdrawn)),
        line('In 24 hours', money(add(lately.ofDay, amount))),
        line('In the hour', number(lately.countOfHour + 1)),
        line('Share of the wallet', text(share)),
      ];
    },
  };
}

function personPart(parts: ReviewDeskParts): PartSeat {
  const { db, payees } = parts;
  return {
    ...factsOn('person', 'Person now', 30),
    lines: async ({ id }) => {
      const row = await find(db, id);
      if (row === null) return [];
      const { balance, cash, holdUntil, payoutsHeld, name } = await payerStanding(parts, db, row.userId);
      const { paid, refused, cancelled, sum } = await earlierOf(db, { userId: row.userId, id });
      const { required, played } = balance;
      const share =
        required > 0n ? `${Number((played * 100n) / required)}% of what was deposited` : 'nothing deposited';
      return [
        line('Here since', time(await payees.knownSince(db, row.userId))),
        line('Legal name', chip(name.toLowerCase().replaceAll('_', ' '), name === 'APPROVED' ? 'ok' : 'bad')),
        line('Free balance', money(cash)),
        line('Played', text(share)),
        line('Left to play', money(leftToPlay(balance))),
        line('Earlier: arrived', number(paid)),
        line('Earlier: sum', money(sum)),
        line('Earlier: refused', number(refused)),
        line('Earlier: cancelled', number(cancelled)),
        line('Security hold until', time(holdUntil)),
        line('Payouts', payoutsHeld ? chip('held', 'bad') : text('not held')),
      ];
    },
  };
}

function timelineOf({ db, colleagueOf }: ReviewDeskParts): TimelineSeat {
  return {
    desk: 'withdrawals',
    permission: 'money.read',
    read: async ({ id, before, limit }) => {
      const moments = await momentsOf(db, id);
      if (moments === null) return [];
      const { requestedAt, decidedAt, broadcastAt, endedAt, state, decidedBy } = moments;
      const by = decidedBy === null ? null : (await colleagueOf(decidedBy)).name;
      const happened: readonly (Happened | null)[] = [
        endedAt === null ? null : { id: 'ended', at: endedAt, title: STATES[state].says },
        broadcastAt === null ? null : { id: 'sent', at: broadcastAt, title: 'Sent' },
        decidedAt === null ? null : { id: 'decided', at: decidedAt, title: 'Decided', by },
        { id: 'asked', at: requestedAt, title: 'Asked for' },
      ];
      return happened
        .filter((one) => one !== null)
        .filter(({ at }) => before === null || at < before)
        .slice(0, limit);
    },
  };
}

/** By its whole id. */
function searchOf({ db }: ReviewDeskParts): SearchSeat {
  return {
    desk: 'withdrawals',
    title: 'Withdrawals',
    find: async (typed) => {
      const row = isRowId(typed) ? await find(db, typed) : null;
      return row === null ? [] : [{ id: row.id, title: 'Withdrawal', text: STATES[row.state].says }];
    },
  };
}
