import { describe, expect, it } from 'vitest';
import { auditLines, knownHead } from './report.ts';

const hash = Buffer.alloc(32, 0xab);
const head = { seq: 12n, hash };

describe('the report on the audit log', () => {
  it('says that the log is whole, and where it ends', () => {
    expect(auditLines({ rows: 12, head, bad: null })).toEqual([
      `12 rows of the audit log follow from each other; its head is 12:${'ab'.repeat(32)}`,
      'the audit log is whole',
    ]);
  });

  it.each([
    ['altered', 'FAULT: row 5 of people is not as it was written'],
    ['missing', 'FAULT: row 5 of people is missing'],
    ['beyond', 'FAULT: row 5 of people lies behind the end of the log'],
  ] as const)('names the first row that is %s', (why, line) => {
    expect(auditLines({ rows: 4, head, bad: { log: 'people', seq: 5n, why } })[1]).toBe(line);
  });

  it('takes back the head it printed', () => {
    expect(knownHead([])).toBeNull();
    expect(knownHead(['--known', `12:${'ab'.repeat(32)}`])).toEqual(head);
    expect(() => knownHead(['--known', '12'])).toThrow(/takes a head/);
    expect(() => knownHead(['--known'])).toThrow(/takes a head/);
  });
});
