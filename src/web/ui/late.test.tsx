// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PublicConfig } from '#protocol/site.ts';
import { Texts } from '../i18n/texts.ts';
import { TextsContext } from '../i18n/use-translation.ts';
import { ShellContext } from '../shell-context.ts';
import { late } from './late.tsx';
import { Guard } from './part.tsx';
import { Toaster, showToast } from './toast.tsx';

const common = JSON.parse(readFileSync('src/web/i18n/locales/en/common.json', 'utf8')) as Record<string, string>;
const texts = new Texts('en', { common });
const shell = { locale: 'en', page: null, pathname: '/en', quick: null, config: {} as PublicConfig } as const;

let root: Root;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  document.body.innerHTML = '<div id="root"></div>';
  root = createRoot(document.getElementById('root')!, { onCaughtError: () => undefined });
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});

const draw = (children: ReactNode) =>
  act(async () =>
    root.render(
      <TextsContext value={texts}>
        <ShellContext value={shell}>
          <label>
            Amount <input defaultValue="25" />
          </label>
          {children}
        </ShellContext>
      </TextsContext>,
    ),
  );
const shown = () => document.body.textContent;
const button = (name: string) => [...document.querySelectorAll('button')].find((one) => one.textContent === name);
const press = (name: string) => act(async () => button(name)?.click());

/** A loader that fails until it is told otherwise. */
function chunk() {
  const state = { there: false, asked: 0 };
  const load = async () => {
    state.asked += 1;
    if (!state.there) throw new TypeError('Failed to fetch dynamically imported module');
    return { default: ({ word }: { readonly word: string; readonly onClose?: () => void }) => <p>{`part ${word}`}</p> };
  };
  return { state, load };
}

describe('a part whose code does not come', () => {
  it('says so in its place, comes with "Load again", and leaves the rest as it is', async () => {
    const { state, load } = chunk();
    const Part = late(load);
    await draw(<Part word="one" />);
    document.querySelector('input')!.value = '62';
    expect(shown()).toContain(common['part.missing']);
    expect(button('Reload page')).toBeUndefined();
    await press('Load again');
    expect(state.asked).toBe(2);
    expect(button('Reload page')).toBeDefined();
    state.there = true;
    await press('Load again');
    expect(shown()).toContain('part one');
    expect(shown()).not.toContain(common['part.missing']);
    expect(document.querySelector('input')!.value).toBe('62');
  });

  it('is asked for anew when the network is back', async () => {
    const { state, load } = chunk();
    const Part = late(load);
    await draw(<Part word="two" />);
    state.there = true;
    await act(async () => dispatchEvent(new Event('online')));
    expect(shown()).toContain('part two');
  });

  it('of a dialog is closed as the dialog is', async () => {
    const Part = late(chunk().load, { close: (props) => props.onClose?.() });
    const closed = vi.fn<() => void>();
    await draw(<Part word="three" onClose={closed} />);
    await act(async () => document.querySelector<HTMLElement>('[aria-label=Close]')?.click());
    expect(closed).toHaveBeenCalledOnce();
  });
});

it('keeps a part that breaks from breaking its page, and draws it anew', async () => {
  const state = { broken: true };
  const Part = () => {
    if (state.broken) throw new Error('insertBefore');
    return <p>whole</p>;
  };
  await draw(
    <>
      <Guard>
        <Part />
      </Guard>
      <p>beside</p>
    </>,
  );
  expect(shown()).toContain('beside');
  expect(shown()).toContain(common['part.broken']);
  state.broken = false;
  await press('Load again');
  expect(shown()).toContain('whole');
});

it('has the live region of messages before the first message, and shows what was said before it stood', async () => {
  showToast({ title: 'said early' });
  await draw(<Toaster />);
  const region = document.querySelector('section[aria-live=polite]');
  expect(region).not.toBeNull();
  await act(async () => showToast({ title: 'said now' }));
  // The library draws a toast in a task of its own, which may come after the act.
  await vi.waitFor(() => expect(region?.textContent).toContain('said now'));
  expect(region?.textContent).toContain('said early');
});
