import { simulate } from './simulation.ts';
import type { RunOptions, RunReport } from './run.ts';

/** How often a failing seed may be run again to find commands that can be left out. */
const RUNS = 60;

/** The failing run with as few commands as a search by halves finds (Zeller's delta debugging, without its second half). */
export async function shortened(options: RunOptions): Promise<RunReport> {
  let best = await simulate(options);
  if (best.error === null) return best;
  const without = new Set(options.without);
  let runs = 0;
  for (let size = Math.ceil(best.sent.length / 2); size >= 1 && runs < RUNS; size = Math.floor(size / 2)) {
    for (let from = 0; from < best.sent.length && runs < RUNS;) {
      const fewer = new Set([...without, ...best.sent.slice(from, from + size)]);
      runs += 1;
      const report = await simulate({ ...options, without: fewer });
      if (report.error === null) from += size;
      else {
        for (const no of fewer) without.add(no);
        best = report;
      }
    }
  }
  return best;
}
