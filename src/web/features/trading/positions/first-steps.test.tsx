// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { Texts } from '#web/i18n/texts.ts';
import { TextsContext } from '#web/i18n/use-translation.ts';
import { OpenList } from './open-list.tsx';

const read = (name: string) => JSON.parse(readFileSync(`src/web/i18n/locales/en/${name}.json`, 'utf8')) as object;
const texts = new Texts('en', { common: read('common'), trading: read('trading') } as never);
const NONE = { predictions: [], pairs: new Map(), values: new Map(), now: 0, connected: true, onSelect() {} };

let root: Root | undefined;
afterEach(async () => {
  await act(async () => root?.unmount());
  localStorage.clear();
  vi.unstubAllGlobals();
});

/** The list without a prediction, and what a press or a key makes of it. */
async function shown(isDemo: boolean, hasResult = false) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  document.body.innerHTML = '<div data-ticket></div><button data-direction="UP"></button><main></main>';
  root = createRoot(document.querySelector('main')!);
  await act(async () =>
    root?.render(
      <TextsContext.Provider value={texts}>
        <OpenList {...(NONE as never as Parameters<typeof OpenList>[0])} isDemo={isDemo} hasResult={hasResult} />
      </TextsContext.Provider>,
    ),
  );
  const button = (name: string) =>
    [...document.querySelectorAll('main button')].find((one) => one.textContent === name);
  return {
    text: () => document.querySelector('main')?.textContent ?? '',
    framed: () => [...document.querySelectorAll('[data-framed]')].map((one) => one.outerHTML.slice(1, 7)),
    press: (name: string) => act(async () => (button(name) as HTMLElement).click()),
    key: (key: string) =>
      act(async () => void button('Got it')?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))),
  };
}

it('leads the newcomer of the demo through three steps, frames what each speaks of, and ends for good', async () => {
  const list = await shown(true);
  expect(list.text()).toContain('Step 1 of 3');
  expect(list.framed()).toEqual(['div da']);
  await list.press('Next');
  expect(list.text()).toContain('Tap Up or Down');
  expect(list.framed()).toEqual(['button']);
  await list.press('Back');
  await list.press('Next');
  await list.press('Next');
  expect(list.text()).toContain('Step 3 of 3');
  expect(list.text()).not.toContain('Next');
  await list.press('Got it');
  expect(list.text()).toContain('There is nothing here yet');
  expect(list.framed()).toEqual([]);
  await act(async () => root?.unmount());
  expect((await shown(true)).text()).toContain('There is nothing here yet');
});

it('ends by Esc, and is not there with real money', async () => {
  const list = await shown(true);
  await list.key('Escape');
  expect(list.text()).toContain('There is nothing here yet');
  await act(async () => root?.unmount());
  localStorage.clear();
  expect((await shown(false)).text()).toContain('There is nothing here yet');
});

it('begins with the last step for who has a result by now', async () => {
  const list = await shown(true, true);
  expect(list.text()).toContain('Step 3 of 3');
});
