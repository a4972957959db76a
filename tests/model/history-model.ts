import { LedgerModel } from './ledger-model.ts';

export interface HistoryPrediction {
  readonly id: string;
  readonly person: string;
  readonly stake: bigint;
  readonly payoutBps: number;
}

export interface HistoryOrder {
  readonly id: string;
  readonly person: string;
  readonly outcome: number;
  readonly side: string;
  readonly price: number;
}

export interface HistoryParty {
  readonly person: string;
  readonly outcome: number;
  readonly side: string;
}

/** `price` of the first outcome in thousandths, lots of 0.01, money in 10^-6. */
export interface HistoryFill {
  readonly marketId: string;
  readonly no: number;
  readonly price: number;
  readonly lots: number;
  readonly fee: bigint;
  readonly taker: HistoryParty;
  readonly maker: HistoryParty;
}

interface Holding {
  lots: number;
  fees: bigint;
}

/**
 * What stored batches mean for money and shares, said as plainly as possible: a Map of balances, whole numbers, no code shared with the
 * engine. It judges nothing of what was asked; it follows what is said to have happened and notices what cannot have.
 */
export class HistoryModel {
  readonly ledger = new LedgerModel();
  readonly faults: string[] = [];
  readonly #terms = new Map<string, HistoryPrediction>();
  readonly #held = new Map<string, bigint>();
  readonly #markets = new Map<string, { readonly holdings: Map<string, Holding>; fills: number }>();
  readonly #touched = new Set<string>();

  place(prediction: HistoryPrediction): void {
    const { id, person, stake } = prediction;
    if (this.#terms.has(id)) this.#say(`${id} is placed twice`);
    else if (!this.ledger.place(id, person, stake))
      this.#say(`${id} is placed with money that ${person} does not have`);
    this.#terms.set(id, prediction);
    this.#touched.add(person);
  }

  end(id: string, outcome: string, credit: bigint): void {
    const terms = this.#terms.get(id);
    if (terms === undefined || this.ledger.stakes.get(id)?.open !== true) {
      this.#say(`${id} ends without being open`);
      return;
    }
    const { person, stake, payoutBps } = terms;
    const profit = (stake * BigInt(payoutBps)) / 10_000n;
    this.#touched.add(person);
    if (outcome === 'SOLD') {
      if (credit < 0n || credit > stake + profit) this.#say(`${id} is sold for ${credit}`);
      this.ledger.settle(id, 'lose', 0n);
      this.ledger.move('pnl', `cash:${person}`, credit);
      return;
    }
    const due = { WIN: stake + profit, LOSE: 0n, TIE: stake, VOID: stake }[outcome];
    if (credit !== due) this.#say(`${id} ends as ${outcome} with ${credit}, not ${due}`);
    this.ledger.settle(id, outcome === 'WIN' ? 'win' : outcome === 'LOSE' ? 'lose' : 'back', profit);
  }

  fill(fill: HistoryFill): void {
    const { marketId, no, price, lots, fee, taker, maker } = fill;
    const market = this.#market(marketId);
    market.fills += 1;
    if (no !== market.fills) this.#say(`fill ${no} of ${marketId} comes as number ${market.fills}`);
    if (fee !== feeOn(price, lots)) this.#say(`the fee of fill ${no} of ${marketId} is ${fee}`);
    for (const party of [taker, maker]) this.#trade(marketId, party, { price, lots });
    this.ledger.move(`cash:${taker.person}`, `fees:${marketId}`, fee);
    this.#holding(marketId, taker.person).fees += fee;
  }

  /** An order as a batch leaves it: what rests of a buy is locked. */
  rest({ id, person, side, price }: HistoryOrder, resting: number): void {
    const held = side === 'BUY' ? money(price, resting) : 0n;
    this.ledger.move(`cash:${person}`, `locked:${person}`, held - (this.#held.get(id) ?? 0n));
    this.#held.set(id, held);
    this.#touched.add(person);
  }

  /** Pays a market out; gives what each owner gets. A share of the first outcome is worth `value` thousandths. */
  settle(marketId: string, value: number, fees: 'back' | 'earned'): ReadonlyMap<string, bigint> {
    const credits = new Map<string, bigint>();
    for (const [person, { lots, fees: paid }] of this.#market(marketId).holdings) {
      const payout = lots > 0 ? money(value, lots) : money(1_000 - value, -lots);
      const back = fees === 'back' ? paid : 0n;
      this.ledger.move(`pool:${marketId}`, `cash:${person}`, payout);
      this.ledger.move(`fees:${marketId}`, fees === 'back' ? `cash:${person}` : 'fees', paid);
      if (lots !== 0 || payout + back > 0n) credits.set(person, payout + back);
      this.#touched.add(person);
    }
    this.#market(marketId).holdings.clear();
    for (const account of [`pool:${marketId}`, `fees:${marketId}`]) {
      if (this.ledger.of(account) !== 0n) this.#say(`${this.ledger.of(account)} is left in ${account}`);
    }
    return credits;
  }

  /** The batch is over: whoever it touched has nothing below zero. */
  close(batch: number): void {
    for (const person of this.#touched) {
      for (const account of [`cash:${person}`, `locked:${person}`]) {
        if (this.ledger.of(account) < 0n) this.#say(`${account} is ${this.ledger.of(account)} after batch ${batch}`);
      }
    }
    this.#touched.clear();
  }

  #trade(marketId: string, { person, outcome, side }: HistoryParty, at: { price: number; lots: number }): void {
    const paid = money(outcome === 0 ? at.price : 1_000 - at.price, at.lots);
    const data = this.#holding(marketId, person);
    const signed = outcome === 0 ? at.lots : -at.lots;
    const own = outcome === 0 ? data.lots : -data.lots;
    this.#touched.add(person);
    if (side === 'SELL') {
      if (own < at.lots) this.#say(`${person} sells ${at.lots} in ${marketId} and has ${own}`);
      data.lots -= signed;
      this.ledger.move(`pool:${marketId}`, `cash:${person}`, paid);
      return;
    }
    data.lots += signed;
    this.ledger.move(`cash:${person}`, `pool:${marketId}`, paid);
    // Both halves of a set are worth 1.00 at once.
    const sets = Math.min(at.lots, Math.max(0, -own));
    this.ledger.move(`pool:${marketId}`, `cash:${person}`, money(1_000, sets));
  }

  #holding(marketId: string, person: string): Holding {
    const { holdings } = this.#market(marketId);
    let data = holdings.get(person);
    if (data === undefined) holdings.set(person, (data = { lots: 0, fees: 0n }));
    return data;
  }

  #market(marketId: string): { readonly holdings: Map<string, Holding>; fills: number } {
    let market = this.#markets.get(marketId);
    if (market === undefined) this.#markets.set(marketId, (market = { holdings: new Map(), fills: 0 }));
    return market;
  }

  #say(fault: string): void {
    this.faults.push(`history: ${fault}`);
  }
}

/** What lots cost at a price: 0.001 x 0.01 is ten units. */
function money(price: number, lots: number): bigint {
  return BigInt(price) * BigInt(lots) * 10n;
}

/** 6 % of shares x p(1-p), rounded up to a unit. */
function feeOn(price: number, lots: number): bigint {
  const exact = 6n * BigInt(lots) * BigInt(price) * BigInt(1_000 - price);
  return exact % 10_000n === 0n ? exact / 10_000n : exact / 10_000n + 1n;
}
