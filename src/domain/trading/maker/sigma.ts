const YEAR_SECONDS = 365.25 * 86_400;
/** Seconds of the prices at least: with no time left the blend would divide by nothing. */
const LEAST_SPAN = 1e-9;
/** How fast a lively market calms down towards its day, seconds. */
const CALM_SECONDS = 900;
/** A market that has not moved for minutes is not taken for one that never will. */
const FLOOR_OF_DAY = 0.25;

/** The formula of `sigmaOf` as a rules document states it, over `ms_left`. */
export const SIGMA_FORMULA =
  'rv5m, rv24h=root mean squares of the 1 s log returns of the last 5 min and 24 h, in the time of the prices; ' +
  'speed=seconds of the prices per second of the wall (1, on a replay its speed); ' +
  `day=rv24h^2; now=max(rv5m^2,${FLOOR_OF_DAY}^2*day); n=max(${LEAST_SPAN},ms_left/1000*speed)/${CALM_SECONDS}; ` +
  'sigma=sqrt((day+(now-day)*(1-e^-n)/n)*speed); ' +
  `with less than 1 h of ticks, or rv24h=0: sigma=yearly/sqrt(${YEAR_SECONDS})*sqrt(speed), yearly as the pair says`;

/** What is known of a pair's volatility. */
export interface VolatilityView {
  /** Root mean squares of 1 s log returns, in the time of the prices; null while less than 1 h of ticks exists. */
  readonly measured: { readonly rv5m: number; readonly rv24h: number } | null;
  /** Standard deviation of a year's log return that the pair file states: stands in while nothing is measured. */
  readonly yearly: number;
  /** Seconds of the prices per second of the wall: 1, or REPLAY_SPEED. */
  readonly speed: number;
}

/**
 * Standard deviation of the log return of one wall second, averaged over the next `horizonMs`. The variance goes from that of the last
 * 5 min to that of the day at an exponential rate, as GARCH(1,1) forecasts do: Hull, Options, Futures, and Other Derivatives, 23.6
 * (volatility term structures).
 */
export function sigmaOf(view: VolatilityView, horizonMs: number): number {
  const { measured, yearly, speed } = view;
  if (measured === null || measured.rv24h <= 0) return (yearly / Math.sqrt(YEAR_SECONDS)) * Math.sqrt(speed);
  const day = measured.rv24h ** 2;
  const now = Math.max(measured.rv5m ** 2, FLOOR_OF_DAY ** 2 * day);
  const spans = Math.max(LEAST_SPAN, (horizonMs / 1_000) * speed) / CALM_SECONDS;
  const weight = (1 - Math.exp(-spans)) / spans;
  return Math.sqrt((day + (now - day) * weight) * speed);
}
