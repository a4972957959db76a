import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { EventMarketWire } from '#protocol/events/events.ts';
import { CUP } from '#tests/event-wire.ts';
import { Texts } from '#web/i18n/texts.ts';
import { TextsContext } from '#web/i18n/use-translation.ts';
import { ShellContext, type Shell } from '#web/shell-context.ts';
import { Corrections } from './result-card.tsx';

const load = (space: string) =>
  JSON.parse(readFileSync(`src/web/i18n/locales/en/${space}.json`, 'utf8')) as Record<string, string>;
const texts = new Texts('en', { common: load('common'), events: load('events') });
const shell = { locale: 'en', config: { brand: 'Brand' } } as Shell;

function said(...corrections: EventMarketWire['corrections']): string {
  const market = { ...CUP.markets[0]!, corrections };
  const html = renderToStaticMarkup(
    <TextsContext value={texts}>
      <ShellContext value={shell}>
        <Corrections market={market} />
      </ShellContext>
    </TextsContext>,
  );
  return html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const at = '2026-03-21T12:00:00.000Z';
const first = { at, was: 'YES', people: 2, borne: 0, borneStr: '0.00', doneAt: at } as const;

it('says nothing of a result that stands', () => expect(said()).toBe(''));

it('says what it was paid as before, and what we paid for people who no longer had it', () => {
  expect(said(first)).toMatch(/^Corrected .*Mar 21.*\. It was paid as Yes before\. We took that back .*$/);
  expect(said(first)).not.toContain('Brand');
  expect(said({ ...first, was: 'VOID', borne: 10, borneStr: '10.00' })).toMatch(
    /It was paid as Void before\..* Brand covered \$10\.00 that people no longer had\.$/,
  );
});

it('says that it goes on until everybody has what is theirs', () => {
  expect(said({ ...first, doneAt: null })).toMatch(/Balances are being corrected now\.$/);
});
