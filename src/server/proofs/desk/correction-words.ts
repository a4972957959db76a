import type { CorrectionRefusal } from '../corrections.ts';

/** Why a correction was not proposed or approved, for whoever asked: the shell and the back office say the same. */
export const CORRECTION_REFUSED: Readonly<Record<CorrectionRefusal, string>> = {
  'no-stream': 'There is no such stream: a pair such as BTC-USD, with #replay or #simulated behind it for those feeds.',
  'no-range': 'The range is two numbers of ticks, the first from 1, the second not below it.',
  'not-there-yet': 'The range reaches beyond the ticks there are.',
  'no-proposal': 'There is no such proposal.',
  'approved-already': 'That proposal was approved before; nothing was done.',
  'same-person': 'Whoever proposed a correction cannot approve it: another person must.',
  overlaps: 'A correction covers a part of this range already.',
  'still-open': 'Predictions on this range have not ended; approve it again when they have.',
  archived: 'The proofs of predictions on this range are archived: their results are final.',
};
