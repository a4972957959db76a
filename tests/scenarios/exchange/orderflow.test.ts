import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '#tests/tree.ts';
import { recordedDir } from '../prices/replay-scan.ts';

const recorded = recordedDir();
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tikvo-orderflow-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function check(...words: string[]): { readonly code: number | null; readonly lines: string[]; readonly said: string } {
  const tsx = join(ROOT, 'node_modules/tsx/dist/cli.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [tsx, 'scripts/check-orderflow.ts', ...words], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return { code: status, lines: stdout.trim().split('\n'), said: stderr };
}

function written(name: string, rows: readonly string[]): string {
  const path = join(folder, name);
  const text = `${rows.join('\n')}\n`;
  writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text);
  return path;
}

function rowsOf(file: string): string[] {
  return gunzipSync(readFileSync(join(recorded!, 'orderflow', file)))
    .toString('latin1')
    .trim()
    .split('\n');
}

describe.skipIf(recorded === null)('recorded order flow', () => {
  const flow = (file: string) => join(recorded!, 'orderflow', file);
  const messages = 'lobster-AAPL-first-49s-messages.csv.gz';
  const books = 'lobster-AAPL-first-49s-book10.csv.gz';

  it('gives the recorded LOBSTER book on every row', () => {
    const { code, lines } = check(flow(messages), '--start', flow(books), '--book', flow(books));
    expect(lines).toEqual([
      '998 rows compared, 19662 levels; 318 levels came into view and were seeds',
      '98 visible executions matched, 98 of them first in their queue',
      '1096 compared, 0 differ',
    ]);
    expect(code).toBe(0);
  });

  it('does so from a book in the middle of the day', () => {
    const [said, was] = [rowsOf(messages), rowsOf(books)];
    const { code, lines } = check(
      written('later.csv.gz', [said[0]!, ...said.slice(501)]),
      '--start',
      written('before.csv', [was[0]!, was[500]!]),
      '--book',
      written('later-book.csv', was.slice(501)),
    );
    expect(lines.at(-1)).toBe('534 compared, 0 differ');
    expect(code).toBe(0);
  });

  it('finds one lot more at the edge of the view, and a message that is left out', () => {
    const [said, was] = [rowsOf(messages), rowsOf(books)];
    const cells = was[700]!.split(',');
    cells[37] = String(Number(cells[37]) + 1);
    const wrong = check(flow(messages), '--book', written('wrong.csv', was.with(700, cells.join(','))));
    expect([wrong.code, wrong.lines.at(-1)]).toEqual([1, '1096 compared, 3 differ']);
    const short = check(written('short.csv', said.toSpliced(300, 1)), '--book', flow(books));
    expect(short.code).toBe(1);
    expect(short.lines).toContain('998 messages, 999 rows of the recorded book');
  });

  it('matches half an hour of LOBSTER executions', () => {
    const { code, lines } = check(flow('lobster-AAPL-0930-1000.csv.gz'), '--start', flow(books));
    expect(lines).toContain('2079 visible executions matched, 2060 of them first in their queue');
    expect([code, lines.at(-1)]).toEqual([0, '2079 compared, 0 differ']);
  });

  it('matches every CME trade, never crossed and never negative', () => {
    const start = flow('cme-ESH4-mbo-snapshot.csv.gz');
    const { code, lines } = check(flow('cme-ESH4-mbo-part1.csv.gz'), '--start', start);
    expect(lines.slice(0, 2)).toEqual([
      '16859 events looked through for negative levels and a crossed book, 1008 trades',
      '971 of the trades met the orders that come first in the queue',
    ]);
    expect([code, lines.at(-1)]).toEqual([0, '17867 compared, 0 differ']);
  });
});

const LOBSTER = 'time_s,type,order_id,size,price,side';
const SEED = '101,5,99,7,102,6,98,8';

describe('a LOBSTER file', () => {
  const play = (name: string, rows: readonly string[], book: readonly string[] = []) =>
    check(
      written(`${name}.csv`, rows),
      '--start',
      written(`${name}-start.csv`, [SEED]),
      ...(book.length === 0 ? [] : ['--book', written(`${name}-book.csv`, book)]),
    );

  it('may come without a header; what falls out of view is forgotten, what comes into view is a seed', () => {
    const rows = [
      '1.0,1,a,3,100,1',
      '1.1,2,a,1,100,1',
      '1.2,5,0,9,100,1',
      '1.3,4,a,2,100,1',
      '1.4,3,old,5,101,-1',
      '1.5,4,other,6,102,-1',
    ];
    const books = [
      '101,5,100,3,102,6,99,7',
      '101,5,100,2,102,6,99,7',
      '101,5,100,2,102,6,99,7',
      '101,5,99,7,102,6,98,11',
      '102,6,99,7,103,1,98,11',
      '103,1,99,7,9999999999,0,98,11',
    ];
    const { code, lines } = play('bare', rows, books);
    expect(lines).toEqual([
      '6 rows compared, 21 levels; 2 levels came into view and were seeds',
      '2 visible executions matched, 2 of them first in their queue',
      '8 compared, 0 differ',
    ]);
    expect(code).toBe(0);
  });

  it('is told what is wrong with it', () => {
    const { code, lines } = play('wrong', [
      LOBSTER,
      '1.0,1,a,3,102,1',
      '1.1,1,b,3,97,1',
      '1.2,4,b,3,97,1',
      '1.3,1,c,3,97,1',
      '1.4,3,c,2,97,1',
      '1.5,1,d,3,99,1',
      '1.6,4,d,4,99,1',
      '1.7,2,nobody,1,90,1',
    ]);
    expect(lines).toEqual([
      'row 1: order a crosses the book at 102',
      'row 3: 3 of order b executed at 97, but the best price is 99',
      'row 5: 2 taken off order c, which has 3',
      'row 7: 4 of order d executed at 99, but it has 3',
      '2 visible executions matched, 0 of them first in their queue',
      'messages about orders from before the first one, on levels not seeded: 1',
      '4 compared, 4 differ',
    ]);
    expect(code).toBe(1);
  });

  it('differs from a book that has a level more, a level less or other lots', () => {
    const rows = ['1.0,1,a,3,100,1', '1.1,1,b,3,100,1', '1.2,1,c,3,100,1'];
    const { lines } = play('levels', rows, [
      '101,5,100,3,9999999999,0,99,7',
      '101,5,100,6,100.5,6,99,7'.replace('100.5', '103'),
      '101,5,100,8,102,6,99,7',
    ]);
    expect(lines.slice(0, 3)).toEqual([
      'row 1: ask 2 is 6 at 102, not recorded',
      'row 2: ask 2 is 6 at 102, recorded 6 at 103',
      'row 3: bid 1 is 9 at 100, recorded 8 at 100',
    ]);
    expect(lines.at(-1)).toBe('3 compared, 3 differ');
  });
});

describe('files that hold nothing to compare', () => {
  it.each([
    ['no message', [LOBSTER]],
    ['no message that meets another, and no book', [LOBSTER, '1.0,1,a,3,100,1']],
  ])('end with 2: %s', (name, rows) => {
    const { code, lines, said } = check(written('nothing.csv', rows), '--start', written('nothing-start.csv', [SEED]));
    expect([code, lines.at(-1), said.trim()], name).toEqual([
      2,
      '0 compared, 0 differ',
      'Nothing was compared: these files hold nothing that our book can be held against.',
    ]);
  });
});

const CME = 'ts_event_ns,action,side,order_id,price,size,flags,sequence';

describe('a CME file', () => {
  const START = [CME, '1,A,A,ask1,100.25,2,40,1', '1,A,A,ask2,100.25,4,40,2', '1,A,B,bid1,100,5,40,3'];
  const play = (name: string, rows: readonly string[]) =>
    check(written(`${name}.csv`, [CME, ...rows]), '--start', written(`${name}-start.csv.gz`, START));

  it('may cross before its auction; trades meet the oldest orders, out of turn only as told', () => {
    const { code, lines } = play('good', [
      '2,A,B,early,101,1,130,4',
      '3,T,N,0,100.25,1,0,5',
      '3,F,N,early,100.25,1,0,5',
      '3,F,N,ask1,100.25,1,0,5',
      '3,C,B,early,101,1,0,6',
      '3,M,A,ask1,100.25,1,130,6',
      '4,T,B,taker,100.25,2,0,7',
      '4,F,A,ask1,100.25,1,0,7',
      '4,F,A,ask2,100.25,1,0,7',
      '4,C,A,ask1,100.25,1,0,8',
      '4,M,A,ask2,100.25,3,130,8',
      '5,A,A,ask3,100.25,1,130,9',
      '6,T,B,taker,100.25,1,0,10',
      '6,F,A,ask3,100.25,1,0,10',
      '6,C,A,ask3,100.25,1,130,11',
      '7,M,B,bid1,99.75,5,130,12',
      '8,R,N,0,0,0,130,13',
    ]);
    expect(lines).toEqual([
      '7 events looked through for negative levels and a crossed book, 3 trades',
      '1 of the trades met the orders that come first in the queue',
      'orders that showed new lots after a fill: 0',
      'orders that rest at the end: 0',
      '10 compared, 0 differ',
    ]);
    expect(code).toBe(0);
  });

  it('is told what is wrong with it', () => {
    const { code, lines } = play('bad', [
      '2,T,B,taker,100.25,3,0,4',
      '2,F,A,ask1,100.25,2,0,4',
      '2,C,A,ask1,100.25,2,130,5',
      '3,A,B,high,100.5,1,130,6',
      '4,C,B,high,100.5,1,130,7',
      '5,C,B,bid1,100,6,130,8',
      '6,T,B,taker,100.25,1,0,9',
      '6,F,A,ask2,100.25,1,130,9',
      '7,F,A,ask2,100.25,1,130,10',
      '8,A,A,ask2,100.25,1,130,11',
      '9,M,A,ask2,100.25,0,130,12',
    ]);
    expect(lines.slice(0, 7)).toEqual([
      'row 1: 3 traded at 10025, fills of 2',
      'row 4: the book is crossed, bid 10050 and ask 10025',
      'row 6: 6 lots of order bid1 cancelled, which has 5',
      'row 8: order ask2 was filled, but its row in the book did not follow',
      'row 9: a fill of order ask2 without a trade',
      'row 10: order ask2 is added again',
      'row 11: order ask2 is made 0 lots',
    ]);
    expect([code, lines.at(-1)]).toEqual([1, '14 compared, 7 differ']);
  });

  it('is refused with 2 when it cannot be read', () => {
    const strange = check(written('strange.csv', ['a,b', '1,2']));
    expect([strange.code, strange.said]).toEqual([2, expect.stringContaining('neither LOBSTER nor CME columns')]);
    expect(check('--start', written('start.csv', START)).said).toContain('npm run check:orderflow');
    expect(check(written('no-number.csv', [CME, '1,A,A,x,100,many,130,1'])).said).toContain('many is no number');
  });
});
