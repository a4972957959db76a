import { add, subtract, usdt } from '../../../money.ts';
import type { Usdt } from '../../../money.ts';
import { fillUndone, houseBore } from '../../../ledger/exchange-entries.ts';
import type { Realm } from '../../../realm.ts';
import { cashKey } from '../../decide.ts';
import { canonicalSide } from '../canonical-side.ts';
import { HOUSE, isHouse } from '../contract.ts';
import type { UndoFills } from '../contract.ts';
import type { Draft } from '../draft.ts';
import type { Fill, FillParty, Position } from '../order.ts';
import { traded } from '../positions.ts';
import { WHOLE } from '../share-money.ts';

const NOTHING = usdt(0n);

/**
 * Undoes the newest fills of a market that has ended and is not paid, each at its own price: shares go back, money goes back, and the taker's fee
 * (docs/rules/events.md#fills-after-the-fact). What somebody must give back and does not have is the house's: nobody is left with a debt, and
 * whoever they traded with is as if the fill had never been.
 */
export function undoFills(draft: Draft, { marketId, fills }: Omit<UndoFills, 'kind'>): void {
  const market = draft.market(marketId);
  if (market === null || market.status !== 'ENDED') return;
  const from = market.undoneFrom ?? market.fills + 1;
  const fresh = fills.filter(({ no }) => no < from);
  if (fresh.some(({ no }, at) => no !== from - 1 - at)) throw new Error(`fills of ${marketId} are undone out of order`);
  const last = fresh.at(-1);
  if (last === undefined) return;
  const before = new Map<string, Usdt>();
  for (const fill of fresh) {
    for (const { userId } of [fill.taker, fill.maker])
      if (!before.has(userId)) before.set(userId, knownCash(draft, userId, market.realm));
    undoFill(draft, fill);
  }
  const lots = fresh.reduce((sum, fill) => sum + fill.lots, 0);
  draft.putMarket({ ...market, volume: market.volume - lots, undoneFrom: last.no });
  for (const [userId, had] of before) {
    if (isHouse(userId)) mustHave(draft, userId, market.realm);
    else evenOut(draft, draft.position({ marketId, realm: market.realm, userId }), { had, step: `${last.no}` });
  }
}

function undoFill(draft: Draft, fill: Fill): void {
  const { id, marketId, realm, no, lots, taker, maker, bonus } = fill;
  const parties = [taker, maker].map((party) => ({
    owner: draft.accountsOf(party.userId, realm),
    paid: giveBack(draft, { fill, party }),
  }));
  const made = draft.position({ marketId, realm, userId: maker.userId });
  draft.putPosition({ ...made, bonus: subtract(made.bonus, bonus) });
  const market = draft.moment.accounts.market(marketId);
  const owner = draft.accountsOf(taker.userId, realm);
  const journal = fillUndone({ realm, fillId: id, market, parties, taker: owner, fee: taker.fee });
  if (journal !== null) draft.post(journal);
  draft.undone.push({ id, marketId, realm, no, lots, at: draft.moment.now });
}

/** Takes the other outcome at the price of the fill: what was got by it is there no more. Gives what it takes besides the fee, 10^-6. */
function giveBack(draft: Draft, { fill, party }: { readonly fill: Fill; readonly party: FillParty }): Usdt {
  const { marketId, realm, lots, price } = fill;
  const { userId, fee } = party;
  const before = draft.position({ marketId, realm, userId });
  if (before.paidLots !== undefined) throw new Error(`${userId} was paid for ${marketId} before its fills were undone`);
  const hadFirst = canonicalSide(party) === 'bid';
  const trade = { outcome: hadFirst ? 1 : 0, lots, price: hadFirst ? WHOLE - price : price } as const;
  const { change, cost } = traded(before, trade);
  const ended = change.ended ?? { lots: 0, cost: NOTHING, credit: NOTHING };
  const { position } = change;
  draft.putPosition({ ...position, fees: subtract(position.fees, fee), gained: add(position.gained, fee) });
  const credit = add(ended.credit, fee);
  if (ended.lots !== 0 || credit > 0n)
    draft.realised.push({ realm, userId, marketId, settled: false, ...ended, credit });
  return cost;
}

/** The house pays what somebody does not have, and is paid back out of what they got. */
function evenOut(draft: Draft, position: Position, at: { readonly had: Usdt; readonly step: string }): void {
  const { realm, userId, marketId } = position;
  const cash = draft.cashOf(userId, realm);
  if (cash >= 0n) {
    const borne = repayHouse(draft, position, { credit: subtract(cash, at.had), step: at.step });
    if (borne !== null) draft.putPosition({ ...position, ...borne });
    return;
  }
  const amount = subtract(NOTHING, cash);
  const accounts = { house: draft.moment.accounts.house(realm).bears, cash: draft.accountsOf(userId, realm).cash };
  draft.post(houseBore({ realm, marketId, userId, step: at.step, ...accounts, amount, way: 'out' }));
  draft.putPosition({ ...position, borne: add(position.borne ?? NOTHING, amount) });
}

/** What the house paid for somebody comes back out of what the market brings them. Null: nothing does. */
export function repayHouse(
  draft: Draft,
  { realm, userId, marketId, borne = NOTHING }: Position,
  { credit, step }: { readonly credit: Usdt; readonly step: string },
): { readonly borne: Usdt } | null {
  const amount = credit < borne ? credit : borne;
  if (amount <= 0n) return null;
  const accounts = { house: draft.moment.accounts.house(realm).bears, cash: draft.accountsOf(userId, realm).cash };
  draft.post(houseBore({ realm, marketId, userId, step, ...accounts, amount, way: 'back' }));
  return { borne: subtract(borne, amount) };
}

/** Throws where it was not read: nothing would look like all of it was missing. */
function knownCash(draft: Draft, userId: string, realm: Realm): Usdt {
  if (!isHouse(userId) && !draft.moment.cash.has(cashKey(userId, realm)))
    throw new Error(`the cash of ${userId} is not known`);
  return draft.cashOf(userId, realm);
}

/** The house maker has no one behind it: its market waits until it is funded. */
function mustHave(draft: Draft, userId: string, realm: Realm): void {
  if (draft.cashOf(HOUSE, realm) < 0n)
    throw new Error(`${userId} cannot give back what it got: the house maker needs funds`);
}
