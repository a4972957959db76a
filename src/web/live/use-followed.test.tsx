// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Store } from './store.ts';
import { useFollowed } from './use-followed.ts';

let root: Root;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  document.body.innerHTML = '<div id="root"></div>';
  root = createRoot(document.getElementById('root')!);
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});

interface Followed {
  readonly store: Store<string>;
  readonly read: () => string;
}

function Shown({ of }: { readonly of: Followed }) {
  return useFollowed(of.store.watch, of.read, 'the first');
}

const followed = (text: string): Followed => {
  const store = new Store(() => text);
  return { store, read: () => store.get() };
};
const draw = (of: Followed) => act(async () => root.render(<Shown of={of} />));
const shown = () => document.getElementById('root')!.textContent;

it('shows what the server drew, then what there is, and draws news behind what a press changes', async () => {
  const one = followed('one');
  expect(renderToStaticMarkup(<Shown of={one} />)).toBe('the first');
  await draw(one);
  expect(shown()).toBe('one');
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  one.store.set('two');
  await Promise.resolve();
  expect(shown()).toBe('one');
  await expect.poll(shown).toBe('two');
});

it('never shows the value of another one than it is asked for', async () => {
  const [one, other] = [followed('one'), followed('other')];
  await draw(one);
  await act(async () => root.render(<Shown of={other} />));
  expect(shown()).toBe('other');
  await act(async () => one.store.set('late'));
  expect(shown()).toBe('other');
});
