/** What the doctor says of one thing. A `fault` keeps the product from running as it should; a `warning` is worth a look. */
export interface Finding {
  readonly about: string;
  readonly grade: 'ok' | 'warning' | 'fault';
  /** A sentence: what is, and what to do where it is not as it should be. */
  readonly says: string;
}

/** The findings about one thing. */
export function about(thing: string) {
  const finding = (grade: Finding['grade']) => (says: string) => ({ about: thing, grade, says });
  return { ok: finding('ok'), warning: finding('warning'), fault: finding('fault') };
}

const WIDTHS = { grade: 8, about: 10 } as const;

/** One line a finding, then the counts. */
export function linesOf(findings: readonly Finding[]): readonly string[] {
  const count = (grade: Finding['grade']) => findings.filter((one) => one.grade === grade).length;
  return [
    ...findings.map(
      ({ grade, about: thing, says }) => `${grade.padEnd(WIDTHS.grade)} ${thing.padEnd(WIDTHS.about)} ${says}`,
    ),
    '',
    `${count('ok')} ok, ${count('warning')} to look at, ${count('fault')} to mend`,
  ];
}

/** 1 where something is to be mended. */
export function exitCodeOf(findings: readonly Finding[]): 0 | 1 {
  return findings.some(({ grade }) => grade === 'fault') ? 1 : 0;
}
