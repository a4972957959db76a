// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { readFileSync } from 'node:fs';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { Texts } from '#web/i18n/texts.ts';
import { TextsContext } from '#web/i18n/use-translation.ts';
import { SharePicture } from './share-picture.tsx';

const read = (name: string) => JSON.parse(readFileSync(`src/web/i18n/locales/en/${name}.json`, 'utf8')) as object;
const texts = new Texts('en', { common: read('common'), verify: read('verify') } as never);

const call = vi.fn<() => Promise<{ png: string }>>(() => Promise.resolve({ png: '' }));
vi.mock('#web/api/session.tsx', () => ({ useClient: () => ({ call }) }));

let root: Root | undefined;
afterEach(async () => {
  await act(async () => root?.unmount());
  vi.unstubAllGlobals();
  location.hash = '';
  call.mockClear();
});

async function shown(hash: string) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const scrolled = vi.fn<() => void>();
  Element.prototype.scrollIntoView = scrolled;
  location.hash = hash;
  document.body.innerHTML = '<main></main>';
  root = createRoot(document.querySelector('main')!);
  await act(async () =>
    root?.render(
      <TextsContext.Provider value={texts}>
        <QueryClientProvider client={new QueryClient()}>
          <SharePicture id="one" />
        </QueryClientProvider>
      </TextsContext.Provider>,
    ),
  );
  return { open: document.querySelector('details')?.open, asked: call.mock.calls.length, scrolled };
}

it('is open and in view where the address asks for it, and draws nothing elsewhere', async () => {
  const wanted = await shown('#share');
  expect(wanted).toMatchObject({ open: true, asked: 1 });
  expect(wanted.scrolled).toHaveBeenCalledOnce();
  await act(async () => root?.unmount());
  call.mockClear();
  expect(await shown('')).toMatchObject({ open: false, asked: 0 });
});
