import type { LedgerReport } from './invariants.ts';

/** A report for people: one line an invariant, the first faulty rows under it, a closing line of counts. */
export function reportLines(report: LedgerReport): readonly string[] {
  const counts = Object.entries(report.counts).map(([name, count]) => `${count} ${name}`);
  return [
    ...report.invariants.flatMap((one) => [
      `${one.name} ${one.found === 0 ? 'ok' : `${one.found} ROWS`}: ${one.says}`,
      ...one.sample.map((row) => `    ${JSON.stringify(row)}`),
    ]),
    `${report.healthy ? 'healthy' : 'NOT HEALTHY'}: ${counts.join(', ')}`,
  ];
}
