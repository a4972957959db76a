// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Shell } from '#web/shell-context.ts';
import { ShellContext } from '#web/shell-context.ts';
import { Texts } from '../../i18n/texts.ts';
import { TextsContext } from '../../i18n/use-translation.ts';
import { ColumnTerm } from './column-term.tsx';
import type { Column } from './column.ts';
import { DataList } from './data-list.tsx';
import { ListRows } from './list-rows.tsx';
import type { Pages } from './use-pages.ts';

const load = (space: string) =>
  JSON.parse(readFileSync(`src/web/i18n/locales/en/${space}.json`, 'utf8')) as Record<string, string>;
const texts = new Texts('en', { common: load('common'), kit: load('kit'), terms: load('terms') });
const shell = { config: { origins: {} }, locale: 'en' } as unknown as Shell;

let root: Root;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  localStorage.clear();
  document.body.innerHTML = '<div id="root"></div>';
  root = createRoot(document.getElementById('root')!);
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});

interface Item {
  readonly id: string;
  readonly left: number | null;
}
const COLUMNS: readonly Column<Item>[] = [
  { id: 'id', label: 'ID', cell: ({ id }) => id, head: true },
  { id: 'left', label: 'Left', cell: ({ left }) => left ?? '–', sort: ({ left }) => left },
];
const ROWS: readonly Item[] = [
  { id: 'a', left: null },
  { id: 'b', left: 10 },
  { id: 'c', left: 9 },
];
const PAGES: Pages<Item> = {
  rows: ROWS,
  isPending: false,
  isSuccess: true,
  isFetching: false,
  isFetchingNextPage: false,
  hasNextPage: false,
  error: null,
  refetch: () => Promise.resolve(),
  fetchNextPage: () => Promise.resolve(),
};

const opened: string[] = [];
const draw = (pages: Partial<Pages<Item>> = {}) =>
  act(async () =>
    root.render(
      <ShellContext value={shell}>
        <TextsContext value={texts}>
          <DataList
            name="test"
            caption="Things"
            columns={COLUMNS}
            pages={{ ...PAGES, ...pages }}
            keyOf={({ id }) => id}
            onOpen={({ id }) => opened.push(id)}
            shown="3 shown"
            nothing={<p>Nothing</p>}
          />
        </TextsContext>
      </ShellContext>,
    ),
  );
const order = () => [...document.querySelectorAll('tr[data-row]')].map((row) => row.getAttribute('data-row')).join('');
const sort = () => act(async () => document.querySelector<HTMLButtonElement>('th button')?.click());
const key = (name: string) =>
  act(async () => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true })));

describe('a data list', () => {
  it('sorts up, down and as it came, with what is missing at the end', async () => {
    await draw();
    const seen = [order()];
    for (let times = 0; times < 3; times += 1) {
      await sort();
      seen.push(order());
    }
    expect(seen).toEqual(['abc', 'cba', 'bca', 'abc']);
  });

  it('says what a column means on a press on its name, in the table and on cards', async () => {
    const shown = <ColumnTerm name="average">Price</ColumnTerm>;
    const columns: readonly Column<Item>[] = [{ id: 'left', label: 'Price', shown, cell: ({ id }) => id }];
    const rows = <ListRows caption="Things" columns={columns} rows={ROWS.slice(0, 1)} keyOf={({ id }) => id} />;
    await act(async () => root.render(<TextsContext value={texts}>{rows}</TextsContext>));
    const terms = [...document.querySelectorAll('th [data-term=average], dt [data-term=average]')];
    expect(terms.map((term) => term.textContent)).toEqual(['Price', 'Price']);
  });

  it('is walked by arrows or J and K, and Enter opens', async () => {
    await draw();
    document.querySelector<HTMLElement>('tr[data-row="a"]')?.focus();
    for (const name of ['j', 'ArrowDown', 'k', 'Enter']) await key(name);
    expect(opened).toEqual(['b']);
  });

  it('leaves out the columns that this device does not want', async () => {
    localStorage.setItem('tikvo.columns', '{"test":["left"],"other":["id"]}');
    await draw();
    expect([...document.querySelectorAll('th')].map((head) => head.textContent)).toEqual(['ID']);
  });

  it('keeps its rows where more cannot be read, and asks on where a page is empty', async () => {
    await draw({ error: new Error('no'), isSuccess: false });
    expect([order(), document.querySelectorAll('[role="alert"]').length]).toEqual(['abc', 1]);
    const asked = vi.fn<() => Promise<void>>(() => Promise.resolve());
    await draw({ rows: [], hasNextPage: true, fetchNextPage: asked });
    expect(asked).toHaveBeenCalledTimes(1);
    await draw({ rows: [] });
    expect(document.body.textContent).toContain('Nothing');
  });
});
