import type { PairGroup } from '../../prices/pair.ts';
import { EXIT_TIMEOUT_MS } from '../exit.ts';
import { FEE_BPS } from '../orders/market.ts';
import { timesOf, windowsOf } from './windows.ts';

/** What the rules document of a group says of its rounds: text and integers. S is that of predictions. */
export function roundRules(group: PairGroup) {
  return {
    value: 'A(E)=sum(price*ms) over [E-w,E)/1',
    windows: windowsOf(group).map((windowSec) => {
      const { opensAt, startMs, cutOffAt, endMs, averagingMs } = timesOf({ windowSec, startMs: 0 });
      return { sec: windowSec, averagingMs, leadMs: startMs - opensAt, cutOffMs: endMs - cutOffAt };
    }),
    tie: '0.500 a share',
    lateMs: EXIT_TIMEOUT_MS,
    voidValue:
      'volume-weighted price of the last 60 s of trading before the fault, half up to 0.001, 0.500 without a fill',
    corrected: 'void where a corrected price counts in an average of a round not settled yet; a settled round stands',
    takerFeeBps: FEE_BPS.round,
  } as const;
}
