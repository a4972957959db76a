import { LOCALE_FACTS, LOCALES, type Locale } from '#web/i18n/locales.ts';
import type { View } from './browser.ts';

export const SIZES = { 1440: 900, 1024: 768, 390: 844, 320: 640 } as const;
export const WIDTHS = [1440, 1024, 390, 320] as const;
export type Width = (typeof WIDTHS)[number];
export type Theme = 'dark' | 'light';

/** What is looked at: an address behind the locale, and a tab to open there. */
export interface Stop {
  readonly path: string;
  readonly tab?: 'round';
}

export interface Case extends View, Stop {
  readonly locale: Locale;
  readonly theme: Theme;
  readonly colours: 'standard' | 'blind';
}

export interface Look {
  readonly locale: Locale;
  readonly width: Width;
  readonly theme: Theme;
  readonly colours?: 'standard' | 'blind';
}

export const caseOf = (stop: Stop, look: Look): Case => ({
  colours: 'standard',
  ...look,
  ...stop,
  height: SIZES[look.width],
});

/**
 * Each language and width once, with a theme. The parities of themes and colours shift every four languages, for a page that is seen once in a
 * language must not meet one theme or one colour set only (`tests/e2e-views.test.ts`).
 */
export function looks(): readonly (Look & { readonly index: number; readonly turn: number })[] {
  return LOCALES.flatMap((locale, index) =>
    WIDTHS.map((width, turn) => {
      const lap = Math.floor(index / WIDTHS.length);
      const blind = LOCALE_FACTS[locale].dir === 'rtl' ? turn >= 2 : (turn + index + lap) % WIDTHS.length === 3;
      return {
        locale,
        width,
        theme: (lap + turn) % 2 === 0 ? ('dark' as const) : ('light' as const),
        colours: blind ? ('blind' as const) : ('standard' as const),
        index,
        turn,
      };
    }),
  );
}

/** The long run: `everywhere` in each language and width, `once` in each language in one width, right-to-left in two, of both themes. */
export function longCases(stops: {
  readonly everywhere: readonly Stop[];
  readonly once: readonly Stop[];
}): readonly Case[] {
  return looks().flatMap(({ index, turn, ...look }) => {
    const turned = LOCALE_FACTS[look.locale].dir === 'rtl';
    const takes = (at: number) =>
      turn === (at + index) % WIDTHS.length || (turned && turn === (at + index + 1) % WIDTHS.length);
    return [
      ...stops.everywhere.map((stop) => caseOf(stop, look)),
      ...stops.once
        .filter((_stop, at) => takes(at))
        .map((stop) => caseOf(stop, turned ? { ...look, colours: 'standard' } : look)),
    ];
  });
}

/**
 * Each stop in each language once: its width and theme shift from stop to stop and from language to language, so that each of both meets
 * every width and both themes. Right-to-left comes a second time right behind, in the other theme and the next width.
 */
export function everyLanguage(stops: readonly Stop[]): readonly Case[] {
  const themes: readonly Theme[] = ['dark', 'light'];
  return stops.flatMap((stop, at) =>
    LOCALES.flatMap((locale, index) => {
      const turn = at + index;
      const looks = LOCALE_FACTS[locale].dir === 'rtl' ? [0, 1] : [0];
      return looks.map((look) =>
        caseOf(stop, {
          locale,
          width: WIDTHS[(turn + look) % WIDTHS.length] ?? 390,
          theme: themes[(turn + Math.floor(turn / WIDTHS.length) + look) % 2] ?? 'dark',
        }),
      );
    }),
  );
}
