// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { act, createRef, useState } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { Texts } from '#web/i18n/texts.ts';
import { TextsContext } from '#web/i18n/use-translation.ts';
import { RULES_READ, writeStored } from '#web/api/stored.ts';
import { RulesTick } from './rules-tick.tsx';
import { useRulesRead } from '../use-slip-state.ts';

const read = (name: string) => JSON.parse(readFileSync(`src/web/i18n/locales/en/${name}.json`, 'utf8')) as object;
const texts = new Texts('en', { common: read('common'), events: read('events') } as never);

let root: Root | undefined;
afterEach(async () => {
  await act(async () => root?.unmount());
  localStorage.clear();
  vi.unstubAllGlobals();
});

function Slip() {
  const rules = useRulesRead('market');
  const [buys, setBuys] = useState(true);
  return (
    <>
      <RulesTick {...rules} asked={buys} onRules={() => undefined} ref={createRef()} />
      <output>{rules.read ? 'read' : 'unread'}</output>
      <button type="button" onClick={() => setBuys(!buys)}>
        Sell
      </button>
    </>
  );
}

async function shown() {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  document.body.innerHTML = '<main></main>';
  root = createRoot(document.querySelector('main')!);
  await act(async () =>
    root?.render(
      <TextsContext.Provider value={texts}>
        <Slip />
      </TextsContext.Provider>,
    ),
  );
  const box = () => document.querySelector('input');
  return {
    box,
    state: () => document.querySelector('output')!.textContent,
    tick: () => act(async () => box()?.click()),
    turn: () => act(async () => document.querySelector('button')!.click()),
  };
}

it('keeps its place and the focus when it is ticked, can be taken back, and is remembered at the next visit', async () => {
  const slip = await shown();
  const box = slip.box();
  box?.focus();
  await slip.tick();
  expect([slip.state(), slip.box() === box, document.activeElement === box]).toEqual(['read', true, true]);
  await slip.tick();
  expect([slip.state(), slip.box()?.checked]).toEqual(['unread', false]);
  await slip.tick();
  await act(async () => root?.unmount());
  const next = await shown();
  expect([next.state(), next.box()]).toEqual(['read', null]);
});

it('asks nothing where shares are sold', async () => {
  const slip = await shown();
  await slip.turn();
  expect(slip.box()).toBeNull();
});

it('takes over the page as the server drew it, where this browser knows that they were read', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const page = (
    <TextsContext.Provider value={texts}>
      <Slip />
    </TextsContext.Provider>
  );
  document.body.innerHTML = `<main>${renderToString(page)}</main>`;
  expect(document.querySelector('output')!.textContent).toBe('unread');
  writeStored(RULES_READ, 'market');
  const drawnAnew = vi.fn<() => void>();
  await act(async () => {
    root = hydrateRoot(document.querySelector('main')!, page, { onRecoverableError: drawnAnew });
  });
  expect(document.querySelector('output')!.textContent).toBe('read');
  expect(drawnAnew).not.toHaveBeenCalled();
});
