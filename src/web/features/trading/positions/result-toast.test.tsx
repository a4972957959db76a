// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PredictionWire } from '#protocol/trading.ts';
import { createFormats } from '#web/i18n/format.ts';
import { Texts } from '#web/i18n/texts.ts';
import { TextsContext, useTranslation } from '#web/i18n/use-translation.ts';
import { ShellContext, useFormats, type Shell } from '#web/shell-context.ts';
import { Toaster } from '#web/ui/toast.tsx';
import { tellResult } from './result-toast.tsx';

const load = (space: string) =>
  JSON.parse(readFileSync(`src/web/i18n/locales/ar/${space}.json`, 'utf8')) as Record<string, string>;
const texts = new Texts('ar', { common: load('common'), trading: load('trading') });
const shell = { locale: 'ar' } as Shell;

let root: Root;
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  document.body.innerHTML = '<div id="root"></div>';
  root = createRoot(document.getElementById('root')!);
});
afterEach(() => {
  root.unmount();
  vi.unstubAllGlobals();
});

const onAgain = vi.fn<(prediction: PredictionWire) => void>();

function Told({ prediction }: { readonly prediction: PredictionWire }) {
  const { t } = useTranslation('trading');
  const formats = useFormats();
  useEffect(() => tellResult(prediction, { t, formats }, onAgain), [prediction, t, formats]);
  return <Toaster />;
}

it.each([
  ['WIN', '20.25'],
  ['LOSE', '-25.00'],
] as const)('keeps sign and currency of the amount in their order in Arabic: %s %s', async (outcome, profitStr) => {
  const prediction = { id: outcome, pair: 'BTC-USD', direction: 'UP', outcome, profit: Number(profitStr), profitStr };
  flushSync(() =>
    root.render(
      <TextsContext value={texts}>
        <ShellContext value={shell}>
          <Told prediction={prediction as PredictionWire} />
        </ShellContext>
      </TextsContext>,
    ),
  );
  // Left to right, as a whole: by its first strong letter it would stand the other way round.
  const amount = `\u2066${createFormats('ar').money(profitStr, { signed: true })}\u2069`;
  await vi.waitFor(() => expect(document.body.textContent).toContain(amount));
  // One press predicts the same again, however often it is pressed.
  onAgain.mockClear();
  const again = [...document.querySelectorAll('button')].find((one) => one.textContent === load('trading')['again']);
  flushSync(() => again?.click());
  again?.click();
  expect(onAgain.mock.calls).toEqual([[prediction]]);
});
