// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OrderWire, PlacedOrderWire, PositionWire } from '#protocol/exchange.ts';
import { Texts } from '#web/i18n/texts.ts';
import { TextsContext } from '#web/i18n/use-translation.ts';
import { ShellContext, type Shell } from '#web/shell-context.ts';
import { Toaster } from '#web/ui/toast.tsx';
import { useOrderToasts } from './use-order-toasts.tsx';

const load = (space: string) =>
  JSON.parse(readFileSync(`src/web/i18n/locales/en/${space}.json`, 'utf8')) as Record<string, string>;
const texts = new Texts('en', { common: load('common'), rounds: load('rounds') });
const shell = { locale: 'en' } as Shell;
const market = (marketId: string) => ({ marketId, pair: 'BTC-USD', window: '5m', startsAt: null });

type Tell = ReturnType<typeof useOrderToasts>;

let root: Root;

/** A press says it. */
function Screen({ say }: { readonly say: (tell: Tell) => void }) {
  const tell = useOrderToasts();
  return (
    <>
      <button type="button" onClick={() => say(tell)}>
        Say
      </button>
      <Toaster />
    </>
  );
}

function press(say: (tell: Tell) => void) {
  flushSync(() =>
    root.render(
      <TextsContext value={texts}>
        <ShellContext value={shell}>
          <Screen say={say} />
        </ShellContext>
      </TextsContext>,
    ),
  );
  document.querySelector('button')?.click();
}
const shown = () => document.body.textContent;

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  document.body.innerHTML = '<div id="root"></div>';
  root = createRoot(document.getElementById('root')!);
});
afterEach(() => {
  root.unmount();
  vi.unstubAllGlobals();
});

it('says of a purchase the price in the book, and the fee that comes to it', async () => {
  const bought = { id: 'a', side: 'BUY', outcome: 'UP', filled: 43.84, averagePrice: 0.555, fee: 0.66, feeStr: '0.66' };
  press((tell) => tell.placed({ ...bought, status: 'FILLED', market: market('m') } as PlacedOrderWire));
  await expect.poll(shown).toContain('Bought 43.84 Up at 55.5¢');
  await expect.poll(shown).toContain('plus $0.66 fee');
});

it('names each order that a cancel of all has ended, and counts those beyond four', async () => {
  const order = { side: 'BUY', outcome: 'DOWN', price: 0.2, filled: 1, market: market('m') };
  const gone = [5, 6, 7, 8, 9].map((shares) => Object.assign({ id: `${shares}`, shares }, order));
  press((tell) => tell.cancelledAll(gone as unknown as OrderWire[]));
  await expect.poll(shown).toContain('5 orders canceled');
  const lines = [...document.querySelectorAll('ul li')].map((line) => line.textContent);
  expect(lines.filter((line) => line.startsWith('Buy'))).toHaveLength(4);
  expect(lines.some((line) => line.startsWith('Buy 4 Down'))).toBe(true);
  expect(lines.at(-1)).toBe('and 1 more');
});

it.each([
  ['won', { status: 'SETTLED', pays: 1, profitStr: '1.80' }, 'Up won +$1.80'],
  ['lost', { status: 'SETTLED', pays: 0, profitStr: '-2.20' }, 'Up lost −$2.20'],
  ['same', { status: 'SETTLED', pays: 0.5, creditStr: '2.00' }, 'Up: same price, you received $2.00'],
  ['void', { status: 'VOIDED', pays: 0.5, creditStr: '2.20' }, 'Up: void, you received $2.20'],
] as const)('says how a round ended for what was held: %s', async (id, ended, words) => {
  const position = { market: market(id), outcome: 'UP', shares: 4, ...ended } as unknown as PositionWire;
  press((tell) => tell.settled([position]));
  await expect.poll(shown).toContain(words);
});
