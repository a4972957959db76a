import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { PositionWire } from '#protocol/exchange.ts';
import { Texts } from '#web/i18n/texts.ts';
import { TextsContext } from '#web/i18n/use-translation.ts';
import { ShellContext, type Shell } from '#web/shell-context.ts';
import { Held } from './own-shares.tsx';

const load = (space: string) =>
  JSON.parse(readFileSync(`src/web/i18n/locales/en/${space}.json`, 'utf8')) as Record<string, string>;
const texts = new Texts('en', { common: load('common'), verify: load('verify') });

it.each([
  ['won', { pays: 1 }, 'Up Won'],
  ['lost', { pays: 0 }, 'Up Lost'],
  ['ended on the same price', { pays: 0.5 }, 'Up Tie'],
  ['were void', { status: 'VOIDED', pays: 0.5 }, 'Up Void'],
  ['were sold before', { shares: 0 }, 'Up Sold'],
  ['are still held', { status: 'OPEN', pays: null }, 'Up Shares'],
] as const)('shares that %s say so, with or without a receipt', (_when, part, words) => {
  const money = { costStr: '5.000000', creditStr: '5.000000', profitStr: '0.000000' };
  const position = { status: 'SETTLED', outcome: 'UP', shares: 10, ...money, ...part } as unknown as PositionWire;
  const html = renderToStaticMarkup(
    <TextsContext value={texts}>
      <ShellContext value={{ locale: 'en' } as Shell}>
        <Held position={position} />
      </ShellContext>
    </TextsContext>,
  );
  const said = html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
  expect(said.trim().slice(0, words.length)).toBe(words);
});
