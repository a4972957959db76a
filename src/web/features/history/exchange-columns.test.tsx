import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { PositionWire } from '#protocol/exchange.ts';
import { Texts } from '#web/i18n/texts.ts';
import { TextsContext } from '#web/i18n/use-translation.ts';
import { ShellContext, type Shell } from '#web/shell-context.ts';
import { usePositionColumns } from './exchange-columns.tsx';

const load = (space: string) =>
  JSON.parse(readFileSync(`src/web/i18n/locales/en/${space}.json`, 'utf8')) as Record<string, string>;
const texts = new Texts('en', { common: load('common'), history: load('history'), trading: load('trading') });
const shell = { locale: 'en' } as Shell;

function ProfitOf({ position }: { readonly position: PositionWire }) {
  return usePositionColumns()
    .find(({ id }) => id === 'profit')
    ?.cell(position);
}

it.each([
  ['won', { pays: 1, profit: 1.8 }, '+$1.80 Won', 'text-up'],
  ['lost', { pays: 0, profit: -2.2 }, '−$2.20 Lost', 'text-down'],
  ['ended on the same price', { pays: 0.5, profit: 0 }, '$0.00 Tie', null],
  ['ended on the same price, and had cost a fee', { pays: 0.5, profit: -0.12 }, '−$0.12 Tie', null],
  ['was void', { status: 'VOIDED', pays: 0.5, profit: 0 }, '$0.00 Void', null],
  ['was sold before its end', { shares: 0, profit: -0.5 }, '−$0.50 Sold', 'text-down'],
  ['is still held', { status: 'OPEN', pays: null, profit: null }, '–', null],
] as const)('a position that %s says so beside what it made', (...[, part, words, colour]) => {
  const profitStr = part.profit === null ? null : part.profit.toFixed(2);
  const position = { status: 'SETTLED', shares: 4, ...part, profitStr } as unknown as PositionWire;
  const html = renderToStaticMarkup(
    <TextsContext value={texts}>
      <ShellContext value={shell}>
        <ProfitOf position={position} />
      </ShellContext>
    </TextsContext>,
  );
  expect(
    html
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  ).toBe(words);
  expect(/text-(?:up|down)/.exec(html)?.[0] ?? null).toBe(colour);
});
