/** What the risk desk asks of trading, as trading answers it (`tradesBetween`). Money in 10^-6, times ms. */
export interface FillBetween {
  readonly id: string;
  readonly marketId: string;
  readonly buyer: string;
  readonly seller: string;
  readonly price: number;
  readonly lots: string;
  readonly at: number;
  readonly isRound: boolean;
}

export interface OppositePair {
  readonly up: string;
  readonly upBy: string;
  readonly upStake: string;
  readonly upAt: number;
  readonly down: string;
  readonly downBy: string;
  readonly downStake: string;
  readonly downAt: number;
  readonly pair: string;
  readonly isMirror: boolean;
}
