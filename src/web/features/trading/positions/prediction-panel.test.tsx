// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import type { PredictionWire } from '#protocol/trading.ts';
import { createFormats } from '#web/i18n/format.ts';
import { Texts } from '#web/i18n/texts.ts';
import { TextsContext } from '#web/i18n/use-translation.ts';
import { ShellContext, type Shell } from '#web/shell-context.ts';
import { PredictionPanel } from './prediction-panel.tsx';

const read = (name: string) => JSON.parse(readFileSync(`src/web/i18n/locales/en/${name}.json`, 'utf8')) as object;
const texts = new Texts('en', { common: read('common'), trading: read('trading'), later: read('later') } as never);
const shell = { locale: 'en', config: { origins: {} }, formats: createFormats('en') } as never as Shell;

const OPEN = {
  id: 'one',
  pair: 'BTC-USD',
  direction: 'UP',
  stakeStr: '25.00',
  stake: 25,
  payout: 0.8,
  realm: 'real',
  status: 'OPEN',
  admittedAt: '2026-11-26T12:00:00.000Z',
  expiresAt: '2026-11-26T12:01:00.000Z',
  entry: null,
  exit: null,
  outcome: null,
} as never as PredictionWire;
const WON = { ...OPEN, status: 'SETTLED', outcome: 'WIN', profitStr: '20.00', creditStr: '45.00' } as PredictionWire;

let root: Root | undefined;
afterEach(async () => {
  await act(async () => root?.unmount());
  vi.unstubAllGlobals();
});

/** The panel of somebody, in a sheet or beside the chart, and what it says of other predictions. */
function panel(keepsEnded?: true) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  document.body.innerHTML = '<main></main>';
  root = createRoot(document.querySelector('main')!);
  const pairs = new Map();
  const nothing = () => undefined;
  return async (open: readonly PredictionWire[], closed: readonly PredictionWire[]) => {
    await act(async () =>
      root?.render(
        <TextsContext.Provider value={texts}>
          <ShellContext.Provider value={shell}>
            <PredictionPanel
              open={{ predictions: open, pairs, now: 0, connected: true, values: new Map(), onSelect: nothing }}
              waiting={0}
              closed={{ predictions: closed, pairs, onAgain: nothing }}
              realm="real"
              {...(keepsEnded === undefined ? {} : { keepsEnded })}
            />
          </ShellContext.Provider>
        </TextsContext.Provider>,
      ),
    );
    return document.querySelector('[role=tabpanel]:not([hidden])')?.textContent ?? '';
  };
}

it('keeps what ends while one looks at it in a sheet, with its result, and nothing that ended before', async () => {
  const show = panel(true);
  expect(await show([], [{ ...WON, id: 'before' }])).toContain('There is nothing here yet');
  await show([OPEN], [{ ...WON, id: 'before' }]);
  const after = await show([], [WON, { ...WON, id: 'before' }]);
  expect(after).toContain('+$20.00');
  expect(after.split('+$20.00')).toHaveLength(2);
  const links = [...document.querySelectorAll('[role=tabpanel] a')].map((one) => one.getAttribute('href') ?? '');
  expect(links).toContain(`${links[0]}#share`);
});

it('beside the chart it leaves the list of open ones', async () => {
  const show = panel();
  await show([OPEN], []);
  expect(await show([], [WON])).toContain('There is nothing here yet');
});
