import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Texts } from '#web/i18n/texts.ts';
import { TextsContext } from '#web/i18n/use-translation.ts';
import { ShellContext, type Shell } from '#web/shell-context.ts';
import { useMovementLines } from './movement-sheet.tsx';
import type { Transaction } from './use-cashier.ts';

const load = (space: string) =>
  JSON.parse(readFileSync(`src/web/i18n/locales/en/${space}.json`, 'utf8')) as Record<string, string>;
const texts = new Texts('en', { common: load('common'), cashier: load('cashier') });
const HASH = 'd554e297f708959f0916a428c667b2b12ee40fb82d665b975ee0f82e1974847d';
const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const ID = '018f2b5a-7c10-7000-8000-0000000000aa';

/** Lines as they are copied, without those that every row has. */
function LinesOf({ row }: { readonly row: Transaction }) {
  return useMovementLines(row)
    .filter(({ id }) => id !== 'time')
    .map(({ label, text }) => `${label}: ${text}`)
    .join('\n');
}

it.each([
  [
    'a withdrawal of a coin whose price moves',
    {
      type: 'withdrawal',
      status: 'DONE',
      direction: 'out',
      amountStr: '-97.00',
      withdrawal: {
        network: 'Bitcoin',
        token: 'BTC',
        coins: '0.00120000',
        rate: '80000.00',
        receiveStr: '96.00',
        feeStr: '1.00',
        address: ADDRESS,
        tag: '',
        txHash: HASH,
        txLink: null,
      },
    },
    [
      'Amount: −$97.00',
      'Status: Done',
      'Fee: $1.00',
      'You receive: 0.00120000 BTC',
      'Rate: 1 BTC at $80,000.00',
      'Network: Bitcoin',
      `Address: ${ADDRESS}`,
      `Transaction: ${HASH}`,
    ],
  ],
  [
    'a withdrawal of dollars with a tag that came back',
    {
      type: 'withdrawal',
      status: 'RECALLED',
      direction: 'out',
      amountStr: '-20.00',
      withdrawal: {
        network: 'Test',
        token: 'USDT',
        coins: null,
        rate: null,
        receiveStr: '19.00',
        feeStr: '1.00',
        address: ADDRESS,
        tag: '0042',
        txHash: null,
        txLink: null,
      },
    },
    [
      'Amount: −$20.00',
      'Status: Returned',
      'Fee: $1.00',
      'You receive: 19.00 USDT',
      'Network: Test',
      `Address: ${ADDRESS} · 0042`,
    ],
  ],
  [
    'a deposit',
    {
      type: 'deposit',
      status: 'DONE',
      direction: 'in',
      amountStr: '5.00',
      deposit: { network: 'Test', token: 'USDT', coins: '5.000000', rate: null, txHash: HASH, txLink: null },
    },
    ['Amount: +$5.00', 'Status: Done', 'Details: 5.00 USDT on Test', `Transaction: ${HASH}`],
  ],
  [
    'a payment',
    {
      type: 'payment',
      status: 'HELD',
      direction: 'out',
      amountStr: '-7.00',
      other: { name: 'A** B**', avatar: null },
      note: 'for lunch',
    },
    ['Amount: −$7.00', 'Status: On its way', 'Details: To A** B**', 'Note: for lunch'],
  ],
] as const)('%s says all that is known of it', (...[, part, lines]) => {
  const of = { id: ID, at: '2026-11-28T05:00:00.000Z', other: null, note: null, deposit: null, withdrawal: null };
  const html = renderToStaticMarkup(
    <TextsContext value={texts}>
      <ShellContext value={{ locale: 'en' } as Shell}>
        <LinesOf row={{ ...of, sandbox: false, ...part } as unknown as Transaction} />
      </ShellContext>
    </TextsContext>,
  );
  expect(html.split('\n')).toEqual([...lines, `ID: ${ID}`]);
});
