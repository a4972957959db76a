import { usdt, type Usdt } from '../money.ts';
import { DAY_MS, HOUR_MS } from '../time.ts';

/** How a person played on a UTC day with real money. */
export interface PlayDay {
  /** Predictions and rounds that ended. */
  readonly ended: number;
  readonly staked: Usdt;
  readonly paid: Usdt;
  /** The largest stake. */
  readonly highest: Usdt;
  /** Bit n: something ended in hour n, UTC. */
  readonly hours: number;
  /** Stakes that look like the wish to win back what was lost. */
  readonly chased: number;
  readonly last: { readonly stake: Usdt; readonly lost: boolean; readonly at: number };
}

/** Something that ended. `at`: ms. */
export interface PlayEnd {
  readonly at: number;
  readonly stake: Usdt;
  readonly credit: Usdt;
}

/** A loss so shortly before is what a stake may be meant to win back, ms. */
const CHASE_WITHIN_MS = 10 * 60_000;
/** How many times the stake that was lost. */
const CHASE_TIMES = 2n;

/** The day with one more end. Ends come in their order. */
export function withEnd(day: PlayDay | null, { at, stake, credit }: PlayEnd): PlayDay {
  const hour = 1 << Math.floor((at % DAY_MS) / HOUR_MS);
  const last = { stake, lost: credit < stake, at };
  if (day === null) return { ended: 1, staked: stake, paid: credit, highest: stake, hours: hour, chased: 0, last };
  const before = day.last;
  const chases = before.lost && at - before.at <= CHASE_WITHIN_MS && stake >= before.stake * CHASE_TIMES;
  return {
    ended: day.ended + 1,
    staked: usdt(day.staked + stake),
    paid: usdt(day.paid + credit),
    highest: stake > day.highest ? stake : day.highest,
    hours: day.hours | hour,
    chased: day.chased + (chases ? 1 : 0),
    last,
  };
}
