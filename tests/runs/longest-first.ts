import { basename } from 'node:path';
import { BaseSequencer } from 'vitest/node';

/** Files that wait for clocks, processes and browsers the longest, the longest of each part first. */
const LONG = [
  'social.e2e.ts',
  'auth.e2e.ts',
  'pages.e2e.ts',
  'story.e2e.ts',
  'marks.e2e.ts',
  'rounds.e2e.ts',
  'settings.e2e.ts',
  'trading-tools.e2e.ts',
  'own-pages.e2e.ts',
  'dialogs.e2e.ts',
  'account-stories.e2e.ts',
  'verify.e2e.ts',
  'fuzz.test.ts',
  'matrix.test.ts',
  'answer-times.test.ts',
  'start.test.ts',
  'replay-settlement.test.ts',
  'live.test.ts',
  'live-crowd.test.ts',
  'api-keys.test.ts',
  'api.test.ts',
  'replay.test.ts',
  'trading-safety.test.ts',
  'static-pages.test.ts',
  'cluster.test.ts',
  'redraw.test.ts',
  'arithmetic.test.ts',
];

type Specifications = Parameters<BaseSequencer['sort']>[0];

/** The long ones begin first, so that the others fill the time beside them and none is left alone at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: Specifications): Promise<Specifications> {
    const rank = ({ moduleId }: Specifications[number]) => LONG.indexOf(basename(moduleId)) + 1 || LONG.length + 1;
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}
