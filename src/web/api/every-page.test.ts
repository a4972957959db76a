import { describe, expect, test } from 'vitest';
import { everyPage } from './every-page.ts';

/** A list of the API that gives two rows at a time. */
function listOf(rows: readonly string[]) {
  const asked: (string | undefined)[] = [];
  const read = async ({ cursor }: { readonly cursor?: string }) => {
    asked.push(cursor);
    const from = cursor === undefined ? 0 : Number(cursor);
    const items = rows.slice(from, from + 2);
    return { items, nextCursor: from + 2 < rows.length ? String(from + 2) : null };
  };
  return { asked, read };
}

describe('every page of a list', () => {
  test.each([
    [
      ['a', 'b', 'c', 'd', 'e'],
      [undefined, '2', '4'],
    ],
    [['a', 'b'], [undefined]],
    [[], [undefined]],
  ])('%j', async (rows, asked) => {
    const list = listOf(rows);
    expect(await everyPage(list.read)).toEqual(rows);
    expect(list.asked).toEqual(asked);
  });

  test('without one of them there is no list', async () => {
    const pages = [Promise.resolve({ items: ['a'], nextCursor: '1' }), Promise.reject(new Error('away'))];
    await expect(everyPage(() => pages.shift() ?? Promise.reject(new Error('asked too often')))).rejects.toThrow(
      'away',
    );
  });
});
