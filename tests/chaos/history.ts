import type { Pool, PoolClient } from 'pg';
import { transaction } from '#server/db/index.ts';
import { HistoryModel } from '../model/history-model.ts';
import { idOf } from './load.ts';
import type { Errand } from './load.ts';

const DEMO = 2;
/** Journals that the engine's batches write; every other one is money that came from outside. */
const OF_BATCHES = `('prediction_placed', 'prediction_settled', 'order_placed', 'order_ended', 'order_filled', 'market_paid',
  'maker_bonus', 'market_fees_earned', 'fill_undone', 'house_bore', 'house_repaid')`;

interface Facts {
  readonly placed: readonly { readonly id: string }[];
  readonly finished: readonly { readonly id: string; readonly outcome: string; readonly credit: string }[];
  readonly exchange?: {
    readonly orders: readonly { readonly id: string; readonly status: string; readonly resting: number }[];
    readonly markets: readonly { readonly id: string; readonly result: Result | null }[];
    readonly realised: readonly {
      readonly userId: string;
      readonly marketId: string;
      readonly settled: boolean;
      readonly credit: string;
    }[];
  };
}

interface Result {
  readonly kind: 'WON' | 'TIE' | 'VOID';
  readonly outcome?: number;
  readonly value?: number;
}

interface BatchRow {
  readonly no: number;
  readonly epoch: number;
  readonly hash: string;
  readonly prev: string;
  readonly facts: Facts;
}

/**
 * the committed batches, one after the other, through the plain model. Everything in them is possible where it stands, nothing is
 * stored before it was asked for nor after a later question was answered, and what everybody has at the end is what the ledger says.
 * Its time grows with the history's length alone.
 */
export async function historyFaults(db: Pool, errands: readonly Errand[]): Promise<readonly string[]> {
  const history = await History.open(db);
  const faults = await history.follow();
  return [...faults, ...orderFaults(errands, history.stored), ...(await termFaults(db, errands))].slice(0, 20);
}

/** A reader of the batches that goes on where it stopped. */
export class History {
  /** In which batch each thing happened. */
  readonly stored = new Map<string, number>();
  readonly #db: Pool;
  readonly #model = new HistoryModel();
  #last: BatchRow | null = null;

  private constructor(db: Pool) {
    this.#db = db;
  }

  static async open(db: Pool): Promise<History> {
    const history = new History(db);
    await beginWith(db, history.#model);
    return history;
  }

  /** Follows what was committed since the last time; what is wrong up to here. All is read as of one moment: an engine may go on beside it. */
  async follow(): Promise<readonly string[]> {
    return transaction(this.#db, async (tx) => {
      await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
      const rows = await tablesOf(tx, this.#last?.no ?? 0);
      const chain = replay(this.#model, { rows, stored: this.stored, before: this.#last });
      this.#last = rows.batches.at(-1) ?? this.#last;
      return [...chain, ...this.#model.faults, ...(await balanceFaults(tx, this.#model))];
    });
  }
}

/** What people and the house maker were given beside the batches. */
async function beginWith(db: Pool, model: HistoryModel): Promise<void> {
  const { rows } = await db.query<{ kind: string; owner: string | null; amount: string }>(
    `SELECT a.kind, a.owner_id AS owner, sum(CASE WHEN t.credit_account = a.id THEN t.amount ELSE -t.amount END)::text AS amount
     FROM journal j JOIN transfer t ON t.realm = j.realm AND t.journal = j.id
       JOIN account a ON a.id IN (t.credit_account, t.debit_account)
     WHERE j.realm = ${DEMO} AND j.kind NOT IN ${OF_BATCHES} GROUP BY a.kind, a.owner_id`,
  );
  for (const { kind, owner, amount } of rows) {
    if (kind === 'user_cash') model.ledger.move('outside', `cash:${owner}`, BigInt(amount));
    if (kind === 'house_maker') model.ledger.move('outside', `cash:${HOUSE}`, BigInt(amount));
  }
}

/** The house maker as the tables name it. */
const HOUSE = '00000000-0000-0000-0000-000000000000';
const NAMES: Readonly<Record<string, string>> = { HOUSE, LEFT: '00000000-0000-0000-0000-000000000001' };

/** Follows the batches; notes in `stored` in which of them each thing happened. */
function replay(
  model: HistoryModel,
  from: { readonly rows: Tables; readonly stored: Map<string, number>; readonly before: BatchRow | null },
): string[] {
  const faults: string[] = [];
  const { rows, stored } = from;
  let { before } = from;
  for (const batch of rows.batches) {
    const { no, epoch, prev, facts } = batch;
    if (before !== null && (no !== before.no + 1 || prev !== before.hash || epoch < before.epoch))
      faults.push(`history: batch ${no} of epoch ${epoch} does not follow batch ${before.no} of epoch ${before.epoch}`);
    before = batch;
    for (const { id } of facts.placed) {
      const terms = rows.predictions.get(id);
      if (terms === undefined) faults.push(`history: batch ${no} placed ${id}, which is not there`);
      else model.place(terms);
      stored.set(`trading.place ${id}`, no);
    }
    replayExchange(model, { batch, rows, stored, faults });
    for (const { id, outcome, credit } of facts.finished) {
      model.end(id, outcome, BigInt(credit));
      stored.set(`trading.sell ${id}`, no);
    }
    model.close(no);
  }
  return faults;
}

type Tables = Awaited<ReturnType<typeof tablesOf>>;

function replayExchange(
  model: HistoryModel,
  at: {
    readonly batch: BatchRow;
    readonly rows: Tables;
    readonly stored: Map<string, number>;
    readonly faults: string[];
  },
): void {
  const { batch, rows, stored, faults } = at;
  const { no } = batch;
  const { exchange } = batch.facts;
  if (exchange === undefined) return;
  for (const fill of rows.fills.get(no) ?? []) model.fill(fill);
  const paid = new Map<string, bigint>();
  for (const { id, result } of exchange.markets) {
    if (result === null || stored.has(`ended ${id}`)) continue;
    stored.set(`ended ${id}`, no);
    const value =
      result.kind === 'TIE' ? 500 : result.kind === 'VOID' ? result.value! : result.outcome === 0 ? 1_000 : 0;
    const credits = model.settle(id, value, result.kind === 'WON' ? 'earned' : 'back');
    for (const [person, credit] of credits) paid.set(`${id} ${person}`, credit);
  }
  for (const { userId, marketId, settled, credit } of exchange.realised) {
    if (!settled) continue;
    const due = paid.get(`${marketId} ${NAMES[userId] ?? userId}`);
    if (due !== BigInt(credit)) faults.push(`history: ${userId} got ${credit} of ${marketId}, not ${due}`);
  }
  for (const { id, status, resting } of exchange.orders) {
    const terms = rows.orders.get(id);
    if (terms === undefined) faults.push(`history: batch ${no} has order ${id}, which is not there`);
    else model.rest(terms, resting);
    if (!stored.has(`exchange.order ${id}`)) stored.set(`exchange.order ${id}`, no);
    const over = status !== 'OPEN' && status !== 'PARTLY_FILLED';
    if (over && !stored.has(`exchange.cancel ${id}`)) stored.set(`exchange.cancel ${id}`, no);
  }
}

/** What batches after number `after` made. */
async function tablesOf(db: PoolClient, after: number) {
  const { rows: batches } = await db.query<Omit<BatchRow, 'no' | 'epoch'> & { no: string; epoch: string }>(
    `SELECT no, epoch, encode(hash, 'hex') AS hash, encode(prev, 'hex') AS prev, facts FROM batch
     WHERE shard = 0 AND no > $1 ORDER BY no`,
    [after],
  );
  const { rows: predictions } = await db.query<{ id: string; person: string; stake: string; payout: number }>(
    'SELECT id, user_id AS person, stake, payout_bps AS payout FROM prediction WHERE shard = 0 AND batch > $1',
    [after],
  );
  const { rows: orders } = await db.query<{ id: string; person: string; outcome: number; side: string; price: number }>(
    'SELECT id, user_id AS person, outcome, side, price FROM market_order',
  );
  const { rows: fills } = await db.query<Record<string, string>>(
    'SELECT * FROM fill WHERE shard = 0 AND batch > $1 ORDER BY market_id, no',
    [after],
  );
  const byBatch = new Map<number, Parameters<HistoryModel['fill']>[0][]>();
  for (const row of fills) {
    const list = byBatch.get(Number(row['batch'])) ?? [];
    byBatch.set(Number(row['batch']), list);
    const party = (side: 'taker' | 'maker') => ({
      person: row[`${side}_user`]!,
      outcome: Number(row[`${side}_outcome`]),
      side: row[`${side}_side`]!,
    });
    list.push({
      marketId: row['market_id']!,
      no: Number(row['no']),
      price: Number(row['price']),
      lots: Number(row['lots']),
      fee: BigInt(row['fee']!),
      taker: party('taker'),
      maker: party('maker'),
    });
  }
  return {
    batches: batches.map((row): BatchRow => ({ ...row, no: Number(row.no), epoch: Number(row.epoch) })),
    predictions: new Map(
      predictions.map(({ id, person, stake, payout }) => [id, { id, person, stake: BigInt(stake), payoutBps: payout }]),
    ),
    orders: new Map(orders.map((row) => [row.id, row])),
    fills: byBatch,
  };
}

/** What the ledger says that everybody has, text for text. */
async function balanceFaults(db: PoolClient, model: HistoryModel): Promise<string[]> {
  const { rows } = await db.query<{ kind: string; owner: string | null; balance: string }>(
    `SELECT kind, owner_id AS owner, sum(credits - debits)::text AS balance FROM account WHERE realm = ${DEMO} GROUP BY kind, owner_id`,
  );
  const sums = new Map<string, bigint>();
  for (const [account, amount] of model.ledger.balances) {
    const [name = '', owner] = account.split(':');
    const key = name === 'pool' || name === 'fees' ? (owner === undefined ? 'fees' : name + ':') : account;
    sums.set(key, (sums.get(key) ?? 0n) + amount);
  }
  const nameOf = ({ kind, owner }: { readonly kind: string; readonly owner: string | null }): string | null =>
    ({
      user_cash: `cash:${owner}`,
      user_locked: `locked:${owner}`,
      house_pnl: 'pnl',
      house_maker: `cash:${HOUSE}`,
      market_pool: 'pool:',
      market_fees: 'fees:',
      fees: 'fees',
    })[kind] ?? null;
  return rows.flatMap((row) => {
    const name = nameOf(row);
    const expected = name === null ? row.balance : (sums.get(name) ?? 0n).toString();
    return row.balance === expected ? [] : [`history: ${row.kind} of ${row.owner} is ${row.balance}, not ${expected}`];
  });
}

/** Real-time order: whatever was asked after an answer is stored after what was answered. One pass over the answers in their order. */
function orderFaults(errands: readonly Errand[], stored: ReadonlyMap<string, number>): string[] {
  const faults: string[] = [];
  const newest: number[] = [0];
  const told = errands.filter(({ toldAs }) => toldAs !== null).toSorted((a, b) => a.toldAs! - b.toldAs!);
  for (const errand of told) {
    const batch = batchOf(errand, stored);
    if (batch === null) faults.push(`history: ${errand.key} was answered and is in no batch`);
    newest.push(Math.max(newest.at(-1)!, batch ?? 0));
  }
  for (const errand of told) {
    const batch = batchOf(errand, stored) ?? 0;
    const bound = newest[errand.askedAfter] ?? 0;
    // An order may have ended before somebody asks for its end.
    if (errand.wish.topic !== 'exchange.cancel' && batch <= bound)
      faults.push(`history: ${errand.key} is in batch ${batch} and was asked after batch ${bound} was answered`);
  }
  return faults;
}

function batchOf({ wish, body }: Errand, stored: ReadonlyMap<string, number>): number | null {
  return stored.get(`${wish.topic} ${idOf(body ?? '')}`) ?? null;
}

/** What is stored under a key is what was asked under it. */
async function termFaults(db: Pool, errands: readonly Errand[]): Promise<string[]> {
  const { rows } = await db.query<{ key: string; said: string }>(
    `SELECT i.key, concat_ws(' ', p.user_id, p.pair_id, p.direction, p.stake, p.duration_ms) AS said
     FROM idem i JOIN prediction p ON p.id = (i.body::jsonb ->> 'id')::uuid WHERE i.route = 'trade.predictions.place'`,
  );
  const said = new Map(rows.map((row) => [row.key, row.said]));
  const faults: string[] = [];
  for (const { key, wish } of errands) {
    if (wish.topic !== 'trading.place') continue;
    const { actor, pair, direction, stake, durationSec } = wish.input;
    const asked = `${actor.userId} ${pair} ${direction} ${stake} ${durationSec * 1_000}`;
    const found = said.get(key);
    said.delete(key);
    if (found !== undefined && found !== asked) faults.push(`history: ${key} asked for ${asked} and got ${found}`);
  }
  for (const key of said.keys()) faults.push(`history: ${key} is stored and was never asked`);
  return faults;
}
