import { describe, expect, it } from 'vitest';
import { csvText } from './csv.ts';

const STARTERS = ['=', '+', '-', '@', '\t', '\r'];
const PAYLOADS = STARTERS.flatMap((start) => [
  `${start}1+1`,
  `${start}cmd|' /C calc'!A0`,
  `${start}HYPERLINK("http://example.test","x")`,
  `${start}SUM(A1:A9)*1`,
  `${start}${start}1`,
  `${start} 1`,
]);

/** Reads RFC 4180 back: an independent reader, so that the writer is not its own judge. */
function cellsOf(csv: string): string[] {
  const cells: string[] = [];
  for (const match of csv.slice(1).matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n"]*))(?:,|\r\n)/g)) {
    cells.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
  }
  return cells;
}

describe('CSV for spreadsheets', () => {
  it('begins with the mark of UTF-8', () => {
    expect(csvText([['a']])).toBe('\uFEFFa\r\n');
  });

  it('lets no cell begin like a formula', () => {
    const cells = cellsOf(csvText(PAYLOADS.map((payload) => [payload, 'x'])));
    expect(cells).toHaveLength(PAYLOADS.length * 2);
    for (const cell of cells)
      expect(
        STARTERS.some((start) => cell.startsWith(start)),
        cell,
      ).toBe(false);
  });

  it('leaves strict numbers as numbers', () => {
    expect(csvText([['-10.00', '5', '-0.5', '-1e5']])).toBe("\uFEFF-10.00,5,-0.5,'-1e5\r\n");
  });

  it('quotes commas, quotes and line ends', () => {
    expect(csvText([['a,b', 'c"d', 'e\nf']])).toBe('\uFEFF"a,b","c""d","e\nf"\r\n');
  });
});
