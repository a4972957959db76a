import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { EventCard as Card } from '#protocol/events/events.ts';
import { CUP } from '#tests/event-wire.ts';
import { Texts } from '#web/i18n/texts.ts';
import { TextsContext } from '#web/i18n/use-translation.ts';
import { ShellContext, type Shell } from '#web/shell-context.ts';
import { EventCard } from './event-card.tsx';

const load = (space: string) =>
  JSON.parse(readFileSync(`src/web/i18n/locales/en/${space}.json`, 'utf8')) as Record<string, string>;
const texts = new Texts('en', { common: load('common'), events: load('events') });
const shell = { locale: 'en', config: { brand: 'Brand' } } as Shell;

type Market = Card['markets'][number];

function said(...markets: readonly Partial<Market>[]): string {
  const event: Card = { ...CUP, markets: markets.map((market) => ({ ...CUP.markets[0]!, ...market })) };
  const html = renderToStaticMarkup(
    <TextsContext value={texts}>
      <ShellContext value={shell}>
        <EventCard event={event} href="/cup" now={0} />
      </ShellContext>
    </TextsContext>,
  );
  return html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
}

const prices = (last: number | null): Market['prices'] => ({ ...CUP.markets[0]!.prices, bid: null, ask: null, last });

it('says that it is paused, and the price that it had', () => {
  const market = { state: 'PAUSED', prices: prices(0.485) } as const;
  expect(said(market)).toContain(' Paused Last price 48.5¢ ');
  expect(said({ ...market, prices: { ...prices(null), chance: null } })).toContain(' Paused No price yet ');
});

it('says of several outcomes which are paused', () => {
  const markets = [{}, { title: 'Draw', state: 'PAUSED', marketId: 'b2', prices: prices(0.2) }] as const;
  expect(said(...markets)).toMatch(/ Draw Paused 48% /);
  expect(said({}, { title: 'Draw', marketId: 'b2' })).not.toContain('Paused');
});
