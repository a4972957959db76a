// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Texts } from '#web/i18n/texts.ts';
import { TextsContext } from '#web/i18n/use-translation.ts';
import { ShellContext, type Shell } from '#web/shell-context.ts';
import Proof from './proof.tsx';

const events = JSON.parse(readFileSync('src/web/i18n/locales/en/events.json', 'utf8')) as Record<string, string>;
const texts = new Texts('en', { events });
const shell = { locale: 'en', page: null, config: { origins: { main: '' }, apiHost: '' } } as unknown as Shell;
const asked: string[] = [];

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address);
    return Promise.resolve(new Response('', { status: 404 }));
  });
});
afterEach(() => vi.unstubAllGlobals());

it('asks once for the receipt of a market, however often its card stands on the page', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <ShellContext value={shell}>
        <TextsContext value={texts}>
          <Proof marketId="b1" corrections={0} />
          <Proof marketId="b1" corrections={0} />
        </TextsContext>
      </ShellContext>,
    ),
  );
  const wait = texts.of('events').t('proof.wait');
  const said = () => [...document.querySelectorAll('p')].map((one) => one.textContent);
  await act(async () => vi.waitFor(() => expect(said()).toEqual([wait, wait])));
  expect(asked.filter((one) => one.endsWith('/events/b1.json'))).toHaveLength(1);
  await act(async () => root.unmount());
});
