import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS } from '#protocol/api.ts';
import { transactionWire } from '#protocol/cashier/cashier.ts';
import { setsMovedWire } from '#protocol/events/sets.ts';
import { fillWire, orderWire, positionWire } from '#protocol/exchange.ts';
import { scheduledWire } from '#protocol/scheduled.ts';
import { predictionWire } from '#protocol/trading.ts';
import {
  FILL_COLUMNS,
  ORDER_COLUMNS,
  POSITION_COLUMNS,
  PREDICTION_COLUMNS,
  SCHEDULED_COLUMNS,
  SET_COLUMNS,
} from '#server/trading/routes/columns.ts';
import { TRANSACTION_COLUMNS } from '#server/cashier/columns.ts';
import { csvForm, csvText } from './csv.ts';
import type { Columns } from './csv.ts';
import { csvReply } from './export.ts';

const STARTERS = ['=', '+', '-', '@', '\t', '\r'];
const STRICT_NUMBER = /^-?[0-9]+(\.[0-9]+)?$/;

/** What may follow a starter: functions, links, programs, quotes and line ends that would leave the cell, almost numbers. */
const TAILS = [
  ['1+1', ' 1', 'A1', 'SUM(A1:A9)*1', '(1)', '1e5', '.5', '5.', '1,5', '0x10', 'Infinity', '1;1', '1%', '1 ', '1\n'],
  [
    "cmd|' /C calc'!A0",
    'DDE("cmd";"/C calc";"x")',
    'HYPERLINK("http://example.test","x")',
    'IMPORTXML("http://x","//a")',
  ],
  ['"', '""', '","=1+1', '"\r\n=1+1,"', '\r\n=1+1', '\n+1+1', "'1", '\u0000', '\u0661', '\u202e=1', '\u00a01'],
  ['=1', '+1', '-1', '@1', '\t1', '\r1', '', '@SUM(1)', '{1,2}', 'RTD("x","","y")'],
].flat();
const PAYLOADS = STARTERS.flatMap((start) => TAILS.map((tail) => start + tail));

/** Reads RFC 4180 back: an independent reader, so that the writer is not its own judge. */
function cellsOf(csv: string): string[] {
  const cells: string[] = [];
  for (const match of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n"]*))(?:,|\r\n)/g)) {
    cells.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
  }
  return cells;
}

/** Path of the list, the shape of its rows, its columns. */
const EXPORTS = [
  ['/trade/predictions', predictionWire, PREDICTION_COLUMNS],
  ['/trade/scheduled', scheduledWire, SCHEDULED_COLUMNS],
  ['/orders', orderWire, ORDER_COLUMNS],
  ['/fills', fillWire, FILL_COLUMNS],
  ['/sets', setsMovedWire, SET_COLUMNS],
  ['/positions', positionWire, POSITION_COLUMNS],
  ['/transaction/transactions', transactionWire, TRANSACTION_COLUMNS],
] as const;

/** A row that says the same in every field, whatever the field is for. */
function filled(shape: z.ZodObject, payload: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(shape.shape).map(([name, field]) => {
      const inner: unknown = field instanceof z.ZodNullable ? field.unwrap() : field;
      return [name, inner instanceof z.ZodObject ? filled(inner, payload) : payload];
    }),
  );
}

const PROGRAM = csvForm(undefined);

describe('CSV', () => {
  it.each([
    [undefined, 'id,at,price\r\n"a,b",2026-11-25T12:00:00.500Z,-10.50\r\n'],
    ['point', '\uFEFFid,at,price\r\n"a,b",2026-11-25T12:00:00.500Z,-10.50\r\n'],
    ['comma', '\uFEFFid;at;price\r\na,b;2026-11-25T12:00:00.500Z;-10,50\r\n'],
  ] as const)('is written for %s', (spreadsheet, text) => {
    const rows = [
      ['id', 'at', 'price'],
      ['a,b', '2026-11-25T12:00:00.500Z', '-10.50'],
    ];
    expect(csvText(rows, csvForm(spreadsheet))).toBe(text);
  });

  it('quotes what would part cells of semicolons, and lets none of them be a formula', () => {
    expect(csvText([['a;b', '=1,5', '-1,5']], csvForm('comma'))).toBe('\uFEFF"a;b";\'=1,5;\'-1,5\r\n');
  });

  it.each(EXPORTS)('lets no cell of %s begin like a formula, in any column', async (_name, shape, columns) => {
    const items = PAYLOADS.map((payload) => filled(shape, payload));
    const list = { name: 'list', columns: columns as Columns<unknown>, query: {} };
    const reply = await csvReply(list, () => Promise.resolve({ items, nextCursor: null }));
    if (!('csv' in reply)) throw new Error('no CSV');
    const width = Object.keys(columns).length;
    const cells = cellsOf(reply.csv).slice(width);
    expect(PAYLOADS.length).toBeGreaterThanOrEqual(200);
    expect(cells).toHaveLength(PAYLOADS.length * width);
    expect(
      cells.filter((cell) => STARTERS.some((start) => cell.startsWith(start)) && !STRICT_NUMBER.test(cell)),
    ).toEqual([]);
    // Each column carried each of them, and nothing was lost on the way.
    const wanted = PAYLOADS.map((payload) => (STRICT_NUMBER.test(payload) ? payload : `'${payload}`));
    expect(cells).toEqual(wanted.flatMap((cell) => Array.from({ length: width }, () => cell)));
  });

  it('is looked at for every list that can be exported; ticks are numbers, and have a test of their own', () => {
    const lists = ENDPOINTS.filter(({ endpoint }) => endpoint.csv !== undefined).map(({ endpoint }) => endpoint.path);
    expect(lists.toSorted()).toEqual(['/ticks', ...EXPORTS.map(([path]) => path)].toSorted());
  });

  it('leaves strict numbers as numbers', () => {
    expect(csvText([['-10.00', '5', '-0.5', '-1e5']], PROGRAM)).toBe("-10.00,5,-0.5,'-1e5\r\n");
  });

  it('quotes commas, quotes and line ends', () => {
    expect(csvText([['a,b', 'c"d', 'e\nf']], PROGRAM)).toBe('"a,b","c""d","e\nf"\r\n');
  });
});
