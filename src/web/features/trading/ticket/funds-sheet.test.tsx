// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { usdt } from '#domain/money.ts';
import type { PublicConfig } from '#protocol/site.ts';
import { Texts } from '#web/i18n/texts.ts';
import { TextsContext } from '#web/i18n/use-translation.ts';
import { ShellContext } from '#web/shell-context.ts';
import { FundsSheet } from './funds-sheet.tsx';

const read = (name: string) => JSON.parse(readFileSync(`src/web/i18n/locales/en/${name}.json`, 'utf8')) as object;
const texts = new Texts('en', { common: read('common'), trading: read('trading') } as never);
const config = { origins: { main: 'https://tikvo.example' } } as unknown as PublicConfig;

let root: Root | undefined;
afterEach(async () => {
  await act(async () => root?.unmount());
  vi.unstubAllGlobals();
});

it.each([
  ['real', '0', ['Deposit', 'Go to demo', 'Close']],
  ['real', '20.5', ['Deposit', 'Go to demo', 'Use $20', 'Close']],
  ['demo', '0', ['Refill demo balance', 'Close']],
] as const)('leads on from an empty %s balance of %s', async (realm, cash, ways) => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  root = createRoot(document.body.appendChild(document.createElement('div')));
  const nothing = () => undefined;
  await act(async () =>
    root?.render(
      <TextsContext value={texts}>
        <ShellContext value={{ locale: 'en', page: null, pathname: '/en/trading', quick: null, config }}>
          <FundsSheet
            open
            realm={realm}
            stake={usdt(25_000_000n)}
            cash={cash}
            minStake={1}
            onOpenChange={nothing}
            onRefill={nothing}
            onFit={nothing}
          />
        </ShellContext>
      </TextsContext>,
    ),
  );
  const dialog = document.querySelector('[role=dialog]');
  const said = [...(dialog?.querySelectorAll('button, a') ?? [])].map((one) => one.textContent);
  // Without words: the cross of the corner.
  expect(said.filter((words) => words !== '')).toEqual(ways);
  expect(dialog?.textContent.includes('Make a deposit')).toBe(realm === 'real');
});
