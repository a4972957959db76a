import { FIAT_STATES, fiatText, type FiatReason, type FiatState } from '#domain/fiat/orders.ts';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import { moneyWords } from '#protocol/codecs.ts';
import type { Cell, CellTone } from '#protocol/office/cells.ts';
import type { Approvals } from '#server/approvals/index.ts';
import { transaction } from '#server/db/index.ts';
import { chip, code, line, money, recordLink, sentence, text, time } from '#server/desk/cells.ts';
import type { ActSeat, DeskSeat, PartSeat, TimelineSeat } from '#server/desk/contract.ts';
import { readAmount, wrongField } from '#server/desk/fields.ts';
import { askSecond, rowPage, type OfficeSeat } from '#server/desk/index.ts';
import { findOrder, newsOf, type FiatOrder } from '../store.ts';
import { against, keepOrder, ORDER_DECIDED, takeOrder, type DecideParts, type Decision } from './decide.ts';
import { PROVIDER_SETTLED } from './settled.ts';
import { countWaiting, pageOrders, pageOrdersOf } from './store-review.ts';

export interface OrdersSeatParts extends DecideParts {
  readonly approvals: Approvals;
  readonly colleagueOf: (userId: string) => Promise<{ readonly name: string }>;
}

/** What each is called, and what is to be done about it. */
const REASONS: Readonly<Record<FiatReason, { readonly name: string; readonly advice: string }>> = {
  late: {
    name: 'Paid late',
    advice: 'It was over, and the money came all the same. Credit what it brought, or have the provider pay it back.',
  },
  amount: {
    name: 'Another sum',
    advice: 'They paid another sum than they ordered. What it brought is held: credit that, or have it paid back.',
  },
  currency: {
    name: 'Another currency',
    advice: 'They paid in another currency. What it brought is held: credit that, or have it paid back.',
  },
  rate: {
    name: 'Another rate',
    advice: 'What it brought lies far from the offer. Ask the provider why before anything is credited.',
  },
  unsaid: {
    name: 'Paid, and not how much',
    advice:
      'The provider says that it was paid, and not what or what that brought. Ask it; the books hold nothing of it.',
  },
  over_limit: {
    name: 'Over a limit',
    advice:
      'What is held is above their own deposit limits. Credit it when they have room and ask for it, else have it paid back.',
  },
  excluded: {
    name: 'Self-excluded',
    advice: 'They have excluded themselves. Have it paid back; it can’t be credited before they are back.',
  },
  account: {
    name: 'Closed account',
    advice: 'Their account is closed or blocked. Have it paid back, or credit it once the account is open.',
  },
  provider: {
    name: 'The provider asks',
    advice: 'The provider looks into it. Read there what it wants; nothing moves before it says that it was paid.',
  },
};
const TONES: Partial<Record<FiatState, CellTone>> = {
  REVIEW: 'warn',
  CHARGEBACK: 'bad',
  LOST: 'bad',
  CREDITED: 'ok',
  WON: 'ok',
  PENDING: 'info',
};
const OVER = 'It waits for nobody.';
const OWN = 'It is about you: somebody else decides.';

/** Orders at on-ramps: those that wait for people first. */
export function ordersSeat(parts: OrdersSeatParts): OfficeSeat {
  return {
    desks: [deskOf(parts)],
    parts: [factsPart(parts), personPart(parts)],
    timelines: [newsTimeline(parts)],
    acts: [
      takeAct(parts),
      decideAct(parts, {
        outcome: 'credited',
        id: 'credit',
        label: 'Credit',
        text: 'What is held becomes theirs to play with.',
        rule: 'Two people. Not while the account is closed, they have excluded themselves, or their own limits have no room.',
        order: 20,
      }),
      decideAct(parts, {
        outcome: 'refunded',
        id: 'refund',
        label: 'Refunded',
        text: 'The provider has paid it back: what is held leaves the books.',
        rule: 'Two people, once the provider’s own page says so.',
        order: 30,
      }),
      decideAct(parts, {
        outcome: 'won',
        id: 'won',
        label: 'Chargeback won',
        text: 'The provider got it back: what was taken is theirs again, and nothing is owed.',
        rule: 'Two people, with the provider’s word for it.',
        order: 60,
      }),
      decideAct(parts, {
        outcome: 'lost',
        id: 'lost',
        label: 'Chargeback lost',
        text: 'It stays taken. What they owe stays owed.',
        rule: 'Two people, with the provider’s word for it.',
        order: 70,
      }),
      keepAct(parts),
      settledAct(parts),
    ],
  };
}

const personLink = ({ userId }: FiatOrder) => recordLink('people', userId, userId.slice(0, 13));
const fiatCell = (fiat: string | null, hundredths: bigint | null): Cell =>
  fiat === null || hundredths === null ? null : text(`${fiatText(hundredths)} ${fiat}`);
const stateCell = (state: FiatState) => chip(sentence(state), TONES[state] ?? 'plain');
const reasonCell = (reason: FiatReason | null) => (reason === null ? null : chip(REASONS[reason].name, 'warn'));

function deskOf({ db, colleagueOf }: OrdersSeatParts): DeskSeat {
  return {
    desk: 'fiat',
    count: () => countWaiting(db),
    list: {
      columns: [
        { id: 'person', label: 'Person', head: true },
        { id: 'reason', label: 'Why', head: true },
        { id: 'state', label: 'State' },
        { id: 'ordered', label: 'Ordered', end: true },
        { id: 'held', label: 'Held', end: true },
        { id: 'credited', label: 'Credited', end: true },
        { id: 'provider', label: 'Provider' },
        { id: 'owner', label: 'Owner' },
        { id: 'made', label: 'Made', end: true },
      ],
      filters: [
        {
          name: 'state',
          label: 'State',
          kind: 'choice',
          options: FIAT_STATES.map((value) => ({ value, label: sentence(value) })),
        },
      ],
      read: async ({ filter, after, limit }) => {
        const state = FIAT_STATES.find((one) => one === filter['state']) ?? 'REVIEW';
        const found = await pageOrders(db, { state, after, limit: limit + 1 });
        const owners = new Map<string, string>();
        for (const { owner } of found) if (owner !== null) owners.set(owner, (await colleagueOf(owner)).name);
        return rowPage(found, limit, (row) => ({
          id: row.id,
          cells: [
            personLink(row),
            reasonCell(row.reason),
            stateCell(row.state),
            fiatCell(row.fiat, row.amount),
            money(row.held),
            money(row.credited),
            text(row.provider),
            text(row.owner === null ? null : (owners.get(row.owner) ?? null)),
            time(row.madeAt),
          ],
        }));
      },
    },
    record: {
      read: async (id, by) => {
        const row = await findOrder(db, id);
        if (row === null) return null;
        return {
          title: row.reason === null ? 'Fiat order' : REASONS[row.reason].name,
          subtitle: [personLink(row), time(row.madeAt)],
          chips: [
            stateCell(row.state),
            ...(row.owner === null ? [] : [row.owner === by.userId ? chip('Yours', 'brand') : chip('Taken', 'warn')]),
          ],
          subjectId: row.userId,
        };
      },
    },
  };
}

function factsPart({ db, colleagueOf }: OrdersSeatParts): PartSeat {
  return {
    desk: 'fiat',
    id: 'order',
    title: 'Order',
    permission: 'money.read',
    place: 'facts',
    order: 10,
    lines: async ({ id }) => {
      const row = await findOrder(db, id);
      if (row === null) return [];
      return [
        ...(row.reason === null ? [] : [line('What to do', text(REASONS[row.reason].advice))]),
        line('Ordered', fiatCell(row.fiat, row.amount)),
        line('Fee in it', fiatCell(row.fiat, row.fee)),
        line('Offered', money(row.receive)),
        line('Paid', fiatCell(row.paidFiat, row.paid)),
        line('Brings', money(row.brings)),
        line('Credited', money(row.credited)),
        line('Held in the books', money(row.held)),
        ...(row.owed > 0n ? [line('Owed to us', money(row.owed, 'bad'))] : []),
        line('Provider', text(row.provider)),
        line('Paid with', text(row.method)),
        line('Its id there', code(row.theirs)),
        line('Owner', text(row.owner === null ? 'nobody' : (await colleagueOf(row.owner)).name)),
      ];
    },
  };
}

function personPart({ db }: OrdersSeatParts): PartSeat {
  return {
    desk: 'people',
    id: 'fiat',
    title: 'Fiat orders',
    permission: 'people.money',
    place: 'tab',
    order: 8,
    table: {
      columns: [
        { id: 'id', label: 'Order', head: true },
        { id: 'state', label: 'State', head: true },
        { id: 'ordered', label: 'Ordered', end: true },
        { id: 'credited', label: 'Credited', end: true },
        { id: 'provider', label: 'Provider' },
        { id: 'made', label: 'Made', end: true },
      ],
      read: async ({ id: userId, after, limit }) => {
        const found = await pageOrdersOf(db, { userId, after, limit: limit + 1 });
        return rowPage(found, limit, (row) => ({
          id: row.id,
          cells: [
            recordLink('fiat', row.id, 'Open'),
            stateCell(row.state),
            fiatCell(row.fiat, row.amount),
            money(row.credited),
            text(row.provider),
            time(row.madeAt),
          ],
        }));
      },
    },
  };
}

/** What was heard of an order, and what followed. */
function newsTimeline({ db }: OrdersSeatParts): TimelineSeat {
  return {
    desk: 'fiat',
    permission: 'money.read',
    read: async ({ id, before, limit }) => {
      const news = (await newsOf(db, id)).filter(({ at }) => before === null || at < before);
      return news.slice(0, limit).map(({ no, at, source, status, state, paidFiat, paid }) => ({
        id: no,
        at,
        title: status === null ? sentence(state) : `${sentence(source)}: ${status}`,
        text: [sentence(state), ...(paidFiat === null || paid === null ? [] : [`${fiatText(paid)} ${paidFiat}`])].join(
          ' · ',
        ),
      }));
    },
  };
}

/** Why nobody acts on it now, in a sentence. */
async function refusesNow(
  { db }: OrdersSeatParts,
  { id, by }: { readonly id: string; readonly by: { readonly userId: string } },
): Promise<string | null> {
  const row = await findOrder(db, id);
  if (row === null || !(row.state === 'REVIEW' || row.state === 'CHARGEBACK')) return OVER;
  return row.userId === by.userId ? OWN : null;
}

const said = (isDone: boolean, words: string): Outcome<string> =>
  isDone ? ok(words) : refused({ code: 'ActRefused', why: OVER });

function takeAct(parts: OrdersSeatParts): ActSeat {
  return {
    desk: 'fiat',
    id: 'take',
    label: 'Take',
    text: 'You work on it, also where somebody else did.',
    permission: 'money.decide',
    rule: 'One person works on an order.',
    order: 10,
    refuses: (asked) => refusesNow(parts, asked),
    run: async ({ id, by, reason }) =>
      said(
        await transaction(parts.db, (tx) => takeOrder(parts, tx, { id, by, reason, owner: by.userId })),
        'It is yours.',
      ),
  };
}

function decideAct(
  parts: OrdersSeatParts,
  {
    outcome,
    ...act
  }: Pick<ActSeat, 'id' | 'label' | 'text' | 'rule'> & {
    readonly outcome: Decision;
    readonly order: number;
  },
): ActSeat {
  return {
    ...act,
    desk: 'fiat',
    permission: 'money.decide',
    people: 2,
    stepUp: true,
    refuses: async (asked) => {
      const now = await refusesNow(parts, asked);
      if (now !== null) return now;
      const order = await findOrder(parts.db, asked.id);
      return order === null ? OVER : transaction(parts.db, (tx) => against(parts, tx, { order, outcome }));
    },
    run: async ({ id, by, reason }) => {
      const row = await findOrder(parts.db, id);
      if (row === null) return refused({ code: 'ActRefused', why: OVER });
      return askSecond(parts, ORDER_DECIDED, { fields: { orderId: id, userId: row.userId, outcome }, by, reason });
    },
  };
}

function keepAct(parts: OrdersSeatParts): ActSeat {
  return {
    desk: 'fiat',
    id: 'keep',
    label: 'Keep',
    text: 'It stays where it is. It is neither theirs nor paid back, and leaves what waits.',
    permission: 'money.decide',
    rule: 'For a reason that colleagues read in the audit log.',
    danger: true,
    order: 40,
    refuses: (asked) => refusesNow(parts, asked),
    run: async ({ id, by, reason }) =>
      said(await transaction(parts.db, (tx) => keepOrder(parts, tx, { id, by, reason })), 'It is kept.'),
  };
}

/** Begun on any order of the provider: it is about all of them. */
function settledAct(parts: OrdersSeatParts): ActSeat {
  return {
    desk: 'fiat',
    id: 'settled',
    label: 'Provider has paid us',
    text: 'Books a transfer of the order’s provider to the bank of the house. It is for all that the provider owes, not for this order.',
    permission: 'money.decide',
    rule: 'Two people, bound to the reference of the transfer. Not more than the books say that it owes.',
    people: 2,
    stepUp: true,
    order: 80,
    fields: [
      { name: 'amount', label: 'Amount, USDT', kind: 'text' },
      { name: 'reference', label: 'Reference of the transfer', kind: 'text' },
    ],
    refuses: () => Promise.resolve(null),
    run: async ({ id, by, reason, fields }) => {
      const row = await findOrder(parts.db, id);
      if (row === null) return refused({ code: 'ActRefused', why: OVER });
      const [paid, reference] = [readAmount(fields['amount']), (fields['reference'] ?? '').trim()];
      if (typeof paid === 'string') return wrongField('amount', paid);
      if (reference === '' || reference.length > 100) return wrongField('reference', 'malformed');
      return askSecond(parts, PROVIDER_SETTLED, {
        fields: { provider: row.provider, amount: moneyWords(paid), reference },
        by,
        reason,
      });
    },
  };
}
