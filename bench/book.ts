/** Operations per second of the order book against nodejs-order-book: the same operations on both, the traded lots compared. */
import { OrderBook as TheirOrderBook, Side } from 'nodejs-order-book';
import { NOBODY, OrderBook } from '#domain/trading/book/order-book.ts';
import type { NewOrder } from '#domain/trading/book/order-book.ts';
import { SHARE_PRICES } from '#domain/trading/book/price-scale.ts';
import { compared, type Row } from './row.ts';

/** Operations in columns, so that the reading of them costs neither book much. */
interface Operations {
  readonly length: number;
  /** The number of the order an operation adds or cancels; `ids` has its name in their book. */
  readonly no: Int32Array;
  /** 0: cancel, 1: adds an order that rests, 2: takes. */
  readonly kind: Uint8Array;
  /** 1: bid. */
  readonly bid: Uint8Array;
  readonly price: Int32Array;
  readonly lots: Int32Array;
}

interface Script {
  readonly fill: Operations;
  readonly measured: Operations;
  readonly ids: readonly string[];
}

type TheirTimeInForce = NonNullable<Parameters<TheirOrderBook['limit']>[0]['timeInForce']>;
/** Their names are an enum that is not exported. */
const RESTS = 'GTC' as TheirTimeInForce;
const TAKES = 'IOC' as TheirTimeInForce;

/** One order object is written again and again: neither book keeps it, and it would be most of what is allocated. */
type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

interface Shape {
  readonly name: string;
  /** Orders that rest before and during the measured operations, about. */
  readonly resting: number;
  /** Prices of a side that they rest at. */
  readonly levels: number;
  readonly operations: number;
  readonly floor: number;
}

const SHAPES: readonly Shape[] = [
  { name: 'shallow, 60 resting', resting: 60, levels: 10, operations: 200_000, floor: 15 },
  { name: '8,000 resting', resting: 8_000, levels: 10, operations: 40_000, floor: 50 },
];
const ROUNDS = 9;
const SEED = 20_260_724;
/** Of ten operations: four adds that rest (1), four cancels (0), two takers (2). */
const MIX = [1, 0, 1, 0, 2, 0, 1, 0, 1, 2] as const;
const MIDDLE = 500;
const STEP = 10;

interface Ran {
  readonly seconds: number;
  readonly traded: number;
  readonly cancelled: number;
}

export function run(): Promise<Row[]> {
  return Promise.resolve(SHAPES.map(row));
}

function row(shape: Shape): Row {
  const played = script(shape);
  const { length } = played.measured;
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const us = runOurs(played);
    const them = runTheirs(played);
    if (us.traded !== them.traded || us.cancelled !== them.cancelled || us.traded === 0) {
      throw new Error(`traded ${us.traded} and ${them.traded}, cancelled ${us.cancelled} and ${them.cancelled} lots`);
    }
    ours.push(length / us.seconds);
    theirs.push(length / them.seconds);
    if (round === 0) process.stderr.write(`${shape.name}: both traded ${us.traded} lots, cancelled ${us.cancelled}\n`);
  }
  return compared({
    name: `order book, operations per second of one core, ${shape.name} (baseline: nodejs-order-book)`,
    // The best round of each: what else the machine does only ever takes away.
    ours: Math.max(...ours),
    baseline: Math.max(...theirs),
    unit: '1/s',
    floor: shape.floor,
    better: 'higher',
  });
}

function runOurs({ fill, measured, ids }: Script): Ran {
  const book = new OrderBook(SHARE_PRICES);
  const handles = new Float64Array(ids.length);
  const order: Writable<NewOrder> = { owner: NOBODY, side: 'bid', price: 0, lots: 0, tif: 'GTC', postOnly: false };
  const sums = { traded: 0, cancelled: 0 };
  const all = ({ length, no, kind, bid, price, lots }: Operations) => {
    for (let at = 0; at < length; at += 1) {
      if (kind[at] === 0) {
        sums.cancelled += book.cancel(handles[no[at]!]!);
        continue;
      }
      order.side = bid[at] === 1 ? 'bid' : 'ask';
      order.price = price[at]!;
      order.lots = lots[at]!;
      order.tif = kind[at] === 1 ? 'GTC' : 'FAK';
      const added = book.add(order);
      handles[no[at]!] = added.handle;
      sums.traded += added.filled;
    }
  };
  return timed(() => all(fill), { measured: () => all(measured), sums });
}

function runTheirs({ fill, measured, ids }: Script): Ran {
  const book = new TheirOrderBook();
  const order = { id: '', side: Side.BUY, size: 0, price: 0, timeInForce: RESTS };
  const sums = { traded: 0, cancelled: 0 };
  const all = ({ length, no, kind, bid, price, lots }: Operations) => {
    for (let at = 0; at < length; at += 1) {
      const id = ids[no[at]!]!;
      if (kind[at] === 0) {
        sums.cancelled += book.cancel(id)?.order.size ?? 0;
        continue;
      }
      order.id = id;
      order.side = bid[at] === 1 ? Side.BUY : Side.SELL;
      order.size = lots[at]!;
      order.price = price[at]!;
      order.timeInForce = kind[at] === 1 ? RESTS : TAKES;
      const said = book.limit(order);
      if (said.err !== null) throw said.err;
      if (kind[at] === 2) sums.traded += lots[at]! - said.quantityLeft;
    }
  };
  return timed(() => all(fill), { measured: () => all(measured), sums });
}

function timed(fill: () => void, what: { measured: () => void; sums: { traded: number; cancelled: number } }): Ran {
  fill();
  what.sums.traded = 0;
  what.sums.cancelled = 0;
  const began = performance.now();
  what.measured();
  return { seconds: (performance.now() - began) / 1_000, ...what.sums };
}

/** Numbers from 0 to 1 that are the same in every run. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A filled book, then orders that come, go and take; what takers take is filled up again by the orders that come. */
function script({ resting, levels, operations }: Shape): Script {
  const next = chance(SEED);
  const known: number[] = [];
  let no = 0;
  const columns = (length: number): Operations => ({
    length,
    no: new Int32Array(length),
    kind: new Uint8Array(length),
    bid: new Uint8Array(length),
    price: new Int32Array(length),
    lots: new Int32Array(length),
  });
  const write = (into: Operations, at: number, kind: 0 | 1 | 2): void => {
    const picked = kind === 0 ? Math.floor(next() * known.length) : no;
    into.no[at] = kind === 0 ? known[picked]! : no;
    into.kind[at] = kind;
    into.bid[at] = next() < 0.5 ? 1 : 0;
    const sign = into.bid[at] === 1 ? -1 : 1;
    const away = kind === 1 ? 1 + Math.floor(next() * levels) : -levels;
    into.price[at] = MIDDLE + sign * STEP * away;
    into.lots[at] = 1 + Math.floor(next() * (kind === 1 ? 100 : 60));
    if (kind === 0) known[picked] = known.at(-1)!;
    if (kind === 0) known.pop();
    if (kind === 1) known.push(no);
    if (kind !== 0) no += 1;
  };
  const fill = columns(resting);
  for (let at = 0; at < resting; at += 1) write(fill, at, 1);
  const measured = columns(operations);
  for (let at = 0; at < operations; at += 1) write(measured, at, MIX[at % MIX.length]!);
  return { fill, measured, ids: Array.from({ length: no }, (_, index) => `order-${index}`) };
}
