import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { PageContext } from '#protocol/pages/page-context.ts';
import { LIABILITIES } from '#tests/liability-wire.ts';
import { Texts } from '#web/i18n/texts.ts';
import { TextsContext } from '#web/i18n/use-translation.ts';
import { loader } from '#web/pages/help/liabilities.tsx';
import { ShellContext, type Shell } from '#web/shell-context.ts';
import { Published } from './published.tsx';

const load = (space: string) =>
  JSON.parse(readFileSync(`src/web/i18n/locales/en/${space}.json`, 'utf8')) as Record<string, string>;
const texts = new Texts('en', { common: load('common'), liabilities: load('liabilities') });
const [NEWEST] = LIABILITIES.items;
if (NEWEST === undefined) throw new Error('there is no proof to show');

it('says what is owed and held in words, and adds it up by asset', () => {
  const html = renderToStaticMarkup(
    <TextsContext value={texts}>
      <ShellContext value={{ locale: 'en' } as Shell}>
        <Published snapshot={NEWEST} />
      </ShellContext>
    </TextsContext>,
  );
  const rows = [...html.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    row
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
  expect(rows).toEqual([
    'Account Total',
    expect.stringMatching(/^Owed to users 1,274\.500001 USDT 1\.50000000 BTC /),
    'Own money 1,234.500001 USDT',
    'Bonuses 40.000000 USDT',
    'Own money 1.50000000 BTC',
    expect.stringMatching(/^Set aside for users 9\.000000 USDT /),
    'Shares in open markets 9.000000 USDT',
    expect.stringMatching(/^Held 1,499\.999999 USDT 1\.60000000 BTC /),
    'Wallet for withdrawals Tron/USDT 1,500.000000 USDT',
    'Cold storage Bitcoin/BTC 1.60000000 BTC',
    'Other −0.000001 USDT',
  ]);
  expect(html).toContain(NEWEST.hash);
});

it.each([
  ['the newest that is published', () => Promise.resolve(LIABILITIES), NEWEST],
  ['that nothing is', () => Promise.resolve({ items: [] }), 'none'],
  ['that it cannot say, where the server cannot', () => Promise.reject(new Error('starting')), 'failed'],
  ['that it cannot say, where it is refused', () => Promise.resolve(null), 'failed'],
])('the page is given %s', async (_what, read, newest) => {
  const context = { read } as unknown as PageContext;
  const args = { context, params: { locale: 'de' } } as unknown as Parameters<typeof loader>[0];
  expect(await loader(args)).toEqual({ newest });
});
