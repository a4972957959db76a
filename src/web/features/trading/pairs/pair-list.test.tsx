import { readFileSync } from 'node:fs';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRef } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { BITCOIN } from '#tests/sockets/pair-wire.ts';
import { SessionProvider } from '#web/api/session.tsx';
import { Texts } from '#web/i18n/texts.ts';
import { TextsContext } from '#web/i18n/use-translation.ts';
import { LiveProvider } from '#web/live/live.tsx';
import { ShellContext, type Shell } from '#web/shell-context.ts';
import { HoursLine } from '../quick-trading-parts.tsx';
import { PairList } from './pair-list.tsx';

const load = (space: string) =>
  JSON.parse(readFileSync(`src/web/i18n/locales/en/${space}.json`, 'utf8')) as Record<string, string>;
const texts = new Texts('en', { common: load('common'), trading: load('trading') });
const main = 'https://tikvo.example';
const shell = { locale: 'en', page: null, pathname: '/en', config: { origins: { main }, apiHost: main } };

/** The list and the line below it, as they stand with the connection or without it. */
function drawn(connected: boolean): string {
  const nothing = () => undefined;
  return renderToStaticMarkup(
    <TextsContext value={texts}>
      <ShellContext value={shell as unknown as Shell}>
        <QueryClientProvider client={new QueryClient()}>
          <SessionProvider>
            <LiveProvider pairs={[BITCOIN]}>
              <PairList
                pairs={[BITCOIN]}
                selected=""
                favourites={new Set()}
                seconds={60}
                roundMs={null}
                connected={connected}
                searchRef={createRef()}
                onSelect={nothing}
                onFavourite={nothing}
              />
              <HoursLine pair={BITCOIN} now={1} connected={connected} />
            </LiveProvider>
          </SessionProvider>
        </QueryClientProvider>
      </ShellContext>
    </TextsContext>,
  );
}

/** Classes of the element around a text. */
const around = (html: string, text: string) => new RegExp(`class="([^"]*)"><span[^>]*>${text}`).exec(html)?.[1] ?? '';

it('greys what stands still while the connection is gone: prices, their change and line, and the mark of the market', () => {
  const [here, away] = [drawn(true), drawn(false)];
  expect(here).toContain('64,218.40');
  expect(away).toContain('64,218.40');
  const greyed = (html: string) => html.match(/\bgrayscale\b/g)?.length ?? 0;
  expect([greyed(here), greyed(away)]).toEqual([0, 2]);
  expect(around(here, '64,218.40')).not.toContain('text-mut');
  expect(around(away, '64,218.40')).toContain('text-mut');
  expect(here).toContain('bg-ok');
  expect(away).not.toContain('bg-ok');
});
