import { mulDivFloor, usdt } from '../../money.ts';
import type { Usdt } from '../../money.ts';
import type { BonusFill } from '../orders/contract.ts';
import type { CanonicalSide } from '../orders/order.ts';

/** How long the maker's order must have rested, ms (docs/rules/exchange.md#maker-bonus). */
export const BONUS_REST_MS = { round: 1_000, event: 5_000 } as const satisfies Record<BonusFill['kind'], number>;

/** 1 % of the filled maker stake, and at most half of the taker's fee. */
const RATE = { stake: 100n, fee: 2n } as const;
const NONE = usdt(0n);

/** What binds the two people of a fill. */
export interface FillRelation {
  /** Accounts known to be of one person or one household. */
  readonly linked: boolean;
  /** They pass shares to and fro in this market (`Mirrors`). */
  readonly mirrored: boolean;
}

/** Market-maker bonus of a fill, 10^-6, floored: min(1 % of the maker's stake, half of that fill's taker fee). */
export function bonusOf(fill: BonusFill, relation: FillRelation): Usdt {
  if (fill.makerId === fill.takerId || relation.linked || relation.mirrored) return NONE;
  if (fill.restedMs < BONUS_REST_MS[fill.kind]) return NONE;
  const ofStake = mulDivFloor(fill.stake, 1n, RATE.stake);
  const ofFee = mulDivFloor(fill.fee, 1n, RATE.fee);
  return ofStake < ofFee ? ofStake : ofFee;
}

/** A fill between two people, as mirroring sees it. */
export interface MeetingFill {
  readonly marketId: string;
  readonly makerId: string;
  readonly takerId: string;
  /** Of the maker, on the book of the first outcome. */
  readonly makerSide: CanonicalSide;
}

/** Who bought the first outcome from whom, by market: a fill the other way round between the same two is mirrored. */
export class Mirrors {
  readonly #markets = new Map<string, Set<string>>();

  /** Remembers a fill; at start those of open markets are told again. */
  record(fill: MeetingFill): void {
    let meetings = this.#markets.get(fill.marketId);
    if (meetings === undefined) this.#markets.set(fill.marketId, (meetings = new Set()));
    const { buyer, seller } = partiesOf(fill);
    meetings.add(`${buyer}>${seller}`);
  }

  /** Has the seller of this fill bought from its buyer before? */
  isMirrored(fill: MeetingFill): boolean {
    const { buyer, seller } = partiesOf(fill);
    return this.#markets.get(fill.marketId)?.has(`${seller}>${buyer}`) ?? false;
  }

  /** The market is over. */
  purge(marketId: string): void {
    this.#markets.delete(marketId);
  }
}

function partiesOf({ makerId, takerId, makerSide }: MeetingFill): { buyer: string; seller: string } {
  return makerSide === 'bid' ? { buyer: makerId, seller: takerId } : { buyer: takerId, seller: makerId };
}
