// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PublicConfig } from '#protocol/site.ts';
import { hideAmounts } from './hidden-amounts.ts';
import { Texts } from '../i18n/texts.ts';
import { TextsContext } from '../i18n/use-translation.ts';
import { Own } from './own.tsx';
import { ShellContext, useFormats } from '../shell-context.ts';
import { Num } from '../ui/num.tsx';

const texts = new Texts('en', { common: { 'amount.hidden': 'Amount hidden' } });
const shell = { locale: 'en', page: null, pathname: '/en', quick: null, config: {} as PublicConfig } as const;

function Row() {
  const formats = useFormats();
  return (
    <p>
      <Own amount="-26.54" signed /> of {formats.own('100')}, from {formats.money('1')},{' '}
      <Num as="b">{formats.own('5')}</Num> for <Num>{formats.ownIn('EUR', '4.5')}</Num>
    </p>
  );
}

let root: Root;
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  document.body.innerHTML = '<div id="root"></div>';
  root = createRoot(document.getElementById('root')!);
  await act(async () =>
    root.render(
      <TextsContext value={texts}>
        <ShellContext value={shell}>
          <Row />
        </ShellContext>
      </TextsContext>,
    ),
  );
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});

it('hides own money alone or in a sentence as soon as it is asked, tells nothing of its size, and shows it again', async () => {
  const shown = () => document.body.textContent;
  expect(shown()).toBe('−$26.54 of $100.00, from $1.00, $5.00 for 4.50 EUR');
  await act(async () => hideAmounts('hide'));
  expect(shown()).toBe('••••••Amount hidden of ••••••, from $1.00, ••••••Amount hidden for ••••••Amount hidden');
  // The dots are for the eye alone.
  expect([...document.querySelectorAll('[aria-hidden]')].map((one) => one.textContent)).toEqual([
    '••••••',
    '••••••',
    '••••••',
  ]);
  await act(async () => hideAmounts('show'));
  expect(shown()).toBe('−$26.54 of $100.00, from $1.00, $5.00 for 4.50 EUR');
});
