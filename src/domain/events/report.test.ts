import { describe, expect, it } from 'vitest';
import { MOST_REPORTS, REPORT_ACTS, REPORT_STATES, reportAfter, reportWait, REPORTS_MS } from './report.ts';

describe('a report', () => {
  it('is looked at, then decided once', () => {
    const table = REPORT_STATES.map((state) => REPORT_ACTS.map((act) => reportAfter(state, act)));
    expect(table).toEqual([
      ['LOOKED', 'DISMISSED', 'ACTED'],
      [null, 'DISMISSED', 'ACTED'],
      [null, null, null],
      [null, null, null],
    ]);
  });

  it('waits where a person has made as many in a day as they may, until the first of those is a day old', () => {
    const now = 10 * REPORTS_MS;
    const made = Array.from({ length: MOST_REPORTS }, (_, at) => now - 1_000 * (at + 1));
    expect(reportWait(made.slice(1), now)).toBe(0);
    expect(reportWait(made, now)).toBe(REPORTS_MS - 1_000 * MOST_REPORTS);
    expect(reportWait([...made.slice(1), now - REPORTS_MS], now)).toBe(0);
  });
});
