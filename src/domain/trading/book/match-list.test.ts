import { describe, expect, it } from 'vitest';
import { MatchList } from './match-list.ts';

const match = (no: number) => ({ handle: 2 ** 40 + no, owner: no, price: 500, lots: 1e12 + no, left: no });

describe('the list of matches', () => {
  it('grows as needed, gives back what was written and is written again', () => {
    const list = new MatchList();
    for (let no = 0; no < 100; no += 1) list.push(match(no));
    expect(list.toArray()).toEqual(Array.from({ length: 100 }, (_, no) => match(no)));
    list.clear();
    list.push(match(7));
    expect([list.length, list.at(0)]).toEqual([1, match(7)]);
    expect(() => list.at(1)).toThrow('match 1 of 1');
    expect(() => list.at(-1)).toThrow('match -1 of 1');
  });
});
