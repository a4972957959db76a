import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Texts } from '#web/i18n/texts.ts';
import { TextsContext } from '#web/i18n/use-translation.ts';
import { ShellContext, type Shell } from '#web/shell-context.ts';
import { useTransactionColumns } from './transaction-columns.tsx';
import type { Transaction } from './use-cashier.ts';

const load = (space: string) =>
  JSON.parse(readFileSync(`src/web/i18n/locales/en/${space}.json`, 'utf8')) as Record<string, string>;
const texts = new Texts('en', { common: load('common'), cashier: load('cashier') });
const HASH = 'd554e297f708959f0916a428c667b2b12ee40fb82d665b975ee0f82e1974847d';
const LINK = `https://mempool.space/tx/${HASH}`;
const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

function DetailsOf({ row }: { readonly row: Transaction }) {
  return useTransactionColumns(() => undefined)
    .find(({ id }) => id === 'details')
    ?.cell(row);
}

it.each([
  [
    'a deposit of a coin whose price moves',
    {
      deposit: { network: 'Bitcoin', token: 'BTC', coins: '0.00120000', rate: '80000.00', txHash: HASH, txLink: LINK },
    },
    '0.00120000 BTC on Bitcoin 1 BTC at $80,000.00 · d554e2…847d',
    LINK,
  ],
  [
    'a deposit of a dollar coin that nobody shows',
    { deposit: { network: 'Test', token: 'USDT', coins: '5.000000', rate: null, txHash: HASH, txLink: null } },
    '5.00 USDT on Test d554e2…847d',
    null,
  ],
  [
    'a withdrawal that was not sent yet',
    {
      withdrawal: { token: 'BTC', coins: '0.00120000', rate: '80000.00', address: ADDRESS, txHash: null, txLink: null },
    },
    '0.00120000 BTC to bc1qar…5mdq 1 BTC at $80,000.00',
    null,
  ],
] as const)('%s says which coin, at what price and where', (...[, part, words, link]) => {
  const row = { other: null, note: null, deposit: null, withdrawal: null, ...part } as unknown as Transaction;
  const html = renderToStaticMarkup(
    <TextsContext value={texts}>
      <ShellContext value={{ locale: 'en' } as Shell}>
        <DetailsOf row={row} />
      </ShellContext>
    </TextsContext>,
  );
  expect(
    html
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  ).toBe(words);
  expect(/href="([^"]+)"/.exec(html)?.[1] ?? null).toBe(link);
});
