import { refused } from '#domain/outcome.ts';
import { toDecimal, usdt } from '#domain/money.ts';
import { coinText } from '#domain/treasury/coin-amounts.ts';
import type { Approvals } from '#server/approvals/index.ts';
import { chip, code, line, strong, text, time } from '#server/desk/cells.ts';
import type { ActSeat, DeskSeat, PartSeat } from '#server/desk/contract.ts';
import { askSecond, rowPage, type OfficeSeat } from '#server/desk/index.ts';
import { holdingsOf } from '#server/ledger/treasury/store-holdings.ts';
import type { ReadNetwork } from '#server/networks/index.ts';
import { fieldsOf, WALLET_MOVED } from '../moved/book-move.ts';
import { readMove } from '../moved/read-move.ts';
import { bookedMoves, type BookedWay } from '../moved/store-moves.ts';
import type { TreasuryParts } from '../parts.ts';
import { lastingDifferences } from '../reconcile/store-reconcile.ts';

export interface WalletsDeskParts extends Pick<TreasuryParts, 'db' | 'networks' | 'payouts'> {
  readonly approvals: Pick<Approvals, 'ask'>;
}

/** A wallet is called by its network. */
const ID = /^[a-z][a-z0-9-]{0,39}$/;
/** The newest that are shown of one wallet. */
const MOST_MOVES = 100;
const WAYS: Readonly<Record<BookedWay, string>> = {
  house_in: 'Money of the house came',
  cold_in: 'Came from cold storage',
  cold_out: 'Went to cold storage',
};
const PAUSED: Readonly<Record<string, string>> = {
  books: 'Paused: it has less than its books say',
  differs: 'Paused: a payment has moved nothing',
  nonce: 'Paused: somebody else used a nonce',
  spent: 'Paused: an output is gone, and not by us',
  people: 'Paused by people',
};

/** Wallets from which withdrawals are paid: what they have beside their books, and what people have booked there. */
export function walletsDesk(parts: WalletsDeskParts): OfficeSeat {
  return {
    desks: [deskOf(parts)],
    parts: [factsPart(parts), booksPart(parts), differencesPart(parts), movesPart(parts)],
    acts: [bookAct(parts)],
  };
}

async function walletAt({ db, payouts, networks }: WalletsDeskParts, id: string) {
  const at = networks.findRead(id);
  const wallet = at === null ? null : await payouts.walletOf(db, id);
  return at === null || wallet === null ? null : { at, ...wallet };
}
type Wallet = NonNullable<Awaited<ReturnType<typeof walletAt>>>;

const nameOf = ({ network }: ReadNetwork) => network.name;
const stateCell = ({ paused }: Pick<Wallet, 'paused'>) =>
  paused === null ? chip('Pays', 'ok') : chip(PAUSED[paused] ?? 'Paused', 'bad');

async function differencesOf({ db }: WalletsDeskParts, id: string) {
  return (await lastingDifferences(db)).filter(({ network }) => network === id);
}

function deskOf(parts: WalletsDeskParts): DeskSeat {
  return {
    desk: 'wallets',
    count: async () => new Set((await lastingDifferences(parts.db)).map(({ network }) => network)).size,
    list: {
      columns: [
        { id: 'network', label: 'Network', head: true },
        { id: 'state', label: 'State', head: true },
        { id: 'differs', label: 'Beside its books' },
        { id: 'address', label: 'Address' },
        { id: 'since', label: 'Open since', end: true },
      ],
      filters: [],
      after: ID,
      read: async ({ after, limit }) => {
        const all = await Promise.all(parts.networks.read.map(({ network }) => walletAt(parts, network.id)));
        const open = all.filter((one) => one !== null);
        const from = after === null ? 0 : open.findIndex(({ at }) => at.network.id === after) + 1;
        const lasting = await lastingDifferences(parts.db);
        return rowPage(open.slice(from, from + limit + 1), limit, (one) => {
          const { id } = one.at.network;
          const differing = lasting.filter(({ network }) => network === id).map(({ coin }) => coin);
          const differs =
            differing.length === 0 ? chip('Agrees', 'ok') : chip(`Differs: ${differing.join(', ')}`, 'warn');
          return { id, cells: [strong(nameOf(one.at)), stateCell(one), differs, code(one.address), time(one.since)] };
        });
      },
    },
    record: {
      id: ID,
      read: async (id) => {
        const found = await walletAt(parts, id);
        if (found === null) return null;
        return {
          title: `Wallet on ${nameOf(found.at)}`,
          subtitle: [code(found.address)],
          chips: [stateCell(found)],
          subjectId: null,
        };
      },
    },
  };
}

const partOf = (id: string, title: string, order: number) =>
  ({ desk: 'wallets', id, title, permission: 'money.read', order }) as const;

function factsPart(parts: WalletsDeskParts): PartSeat {
  return {
    ...partOf('wallet', 'Wallet', 10),
    place: 'facts',
    lines: async ({ id }) => {
      const found = await walletAt(parts, id);
      if (found === null) return [];
      return [
        line('Address', code(found.address)),
        line('Open since', time(found.since)),
        line('Final after', text(`${found.at.network.confirmations} blocks`)),
      ];
    },
  };
}

/** Where the money of each coin is, as the books have it. */
function booksPart({ db }: WalletsDeskParts): PartSeat {
  return {
    ...partOf('books', 'In the books', 5),
    place: 'tab',
    table: {
      columns: [
        { id: 'coin', label: 'Coin', head: true },
        { id: 'hot', label: 'This wallet', head: true, end: true },
        { id: 'deposits', label: 'At addresses of people', end: true },
        { id: 'transit', label: 'On its way', end: true },
        { id: 'cold', label: 'Cold storage', end: true },
      ],
      read: async ({ id }) => {
        const rows = (await holdingsOf(db, id)).map(({ coin, hot, deposits, transit, cold }) => ({
          id: coin,
          cells: [strong(coin), ...[hot, deposits, transit, cold].map((amount) => text(amountText({ coin, amount })))],
        }));
        return { rows, next: null };
      },
    },
  };
}

function differencesPart(parts: WalletsDeskParts): PartSeat {
  return {
    ...partOf('differences', 'Beside its books', 10),
    place: 'tab',
    table: {
      columns: [
        { id: 'coin', label: 'Coin', head: true },
        { id: 'books', label: 'Books expect', head: true, end: true },
        { id: 'chain', label: 'Chain has', end: true },
        { id: 'found', label: 'Since', end: true },
      ],
      read: async ({ id }) => {
        const rows = (await differencesOf(parts, id)).map(({ coin, expected, has, foundAt }) => ({
          id: coin,
          cells: [strong(coin), text(`${expected} units`), text(`${has} units`), time(foundAt)],
        }));
        return { rows, next: null };
      },
    },
  };
}

/** As the books count it. */
const amountText = ({ coin, amount }: { readonly coin: string; readonly amount: bigint }) =>
  coin === 'BTC' || coin === 'LTC' ? coinText(amount) : toDecimal(usdt(amount));
const movedText = ({ coin, amount }: { readonly coin: string; readonly amount: string }) =>
  `${amountText({ coin, amount: BigInt(amount) })} ${coin}`;

function movesPart({ db }: WalletsDeskParts): PartSeat {
  return {
    ...partOf('moves', 'Booked by people', 20),
    place: 'tab',
    table: {
      columns: [
        { id: 'what', label: 'What', head: true },
        { id: 'moved', label: 'Moved', head: true },
        { id: 'transaction', label: 'Transaction' },
        { id: 'at', label: 'Booked', end: true },
      ],
      read: async ({ id }) => {
        const rows = (await bookedMoves(db, id, MOST_MOVES)).map(({ txHash, way, moved, bookedAt }) => ({
          id: txHash,
          cells: [
            text(WAYS[way]),
            text(moved.length === 0 ? 'The coin for fees' : moved.map(movedText).join(', ')),
            code(txHash),
            time(bookedAt),
          ],
        }));
        return { rows, next: null };
      },
    },
  };
}

function bookAct(parts: WalletsDeskParts): ActSeat {
  return {
    desk: 'wallets',
    id: 'book',
    label: 'Book a transaction',
    text: 'Money of the house that came to this wallet, or left it for cold storage. The amounts are those of the chain.',
    permission: 'money.decide',
    rule: 'Two people, once it is final, and each transaction once.',
    people: 2,
    stepUp: true,
    order: 10,
    fields: [
      { name: 'transaction', label: 'Transaction hash', kind: 'text' },
      {
        name: 'from',
        label: 'What came is',
        kind: 'choice',
        options: [
          { value: 'house', label: 'New money of the house' },
          { value: 'cold', label: 'From cold storage' },
        ],
      },
    ],
    refuses: () => Promise.resolve(null),
    run: async ({ id, by, reason, fields }) => {
      const move = await readMove(parts, { network: id, txHash: fields['transaction'] ?? '' }).catch(() => AWAY);
      if (typeof move === 'string') return refused({ code: 'ActRefused', why: move });
      const from = fields['from'] === 'cold' ? 'cold' : 'house';
      return askSecond(parts, WALLET_MOVED, { fields: fieldsOf(move, from), by, reason });
    },
  };
}

const AWAY = 'A node of the network does not answer: try again in a moment.';
