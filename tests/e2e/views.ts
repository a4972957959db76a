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

/** What draws the looks: the days since 1970, so that each day meets others. `E2E_SEED=N` draws those of another day again. */
export const seedOfDay = (): number => Number(process.env['E2E_SEED'] ?? Math.floor(Date.now() / 86_400_000));

/** Whole numbers below `limit`, in an order that follows from the seed (mulberry32). */
function chances(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

/** Every look there is. */
const LOOKS: readonly Look[] = LOCALES.flatMap((locale) =>
  WIDTHS.flatMap((width) =>
    (['dark', 'light'] as const).flatMap((theme) =>
      (['standard', 'blind'] as const).map((colours) => ({ locale, width, theme, colours })),
    ),
  ),
);

/** Pairs of properties that a look of a stop shows. What belongs to the stop comes first in the choice, so it counts more. */
function pairsOf({ path, tab }: Stop, { locale, width, theme, colours }: Look): readonly [string, number][] {
  const stop = `${path} ${tab ?? ''}`;
  const { dir } = LOCALE_FACTS[locale];
  return [
    [`${stop} ${width}`, 8],
    [`${stop} ${theme}`, 4],
    [`${stop} ${dir}`, 4],
    [`${stop} ${locale}`, 2],
    [`${width} ${theme}`, 2],
    [`${dir} ${width} ${theme}`, 2],
    [`${dir} ${theme} ${colours}`, 2],
    [`${locale} ${width}`, 1],
    [`${locale} ${theme}`, 1],
    [`${width} ${colours}`, 1],
    [locale, 1],
  ];
}

/**
 * Each stop as many times as it wants, each time in the look that shows the most pairs not seen yet; the seed decides between equal ones.
 * Phones come behind wide windows: what one has loaded, the next need not.
 */
export function drawnCases(stops: readonly (Stop & { readonly times: number })[], seed: number): readonly Case[] {
  const chance = chances(seed);
  const seen = new Set<string>();
  const uses = new Map<Locale, number>();
  const rest = stops.flatMap(({ times, ...stop }) => Array.from({ length: times }, () => stop));
  const cases: Case[] = [];
  while (rest.length > 0) {
    const [stop] = rest.splice(chance(rest.length), 1);
    if (stop === undefined) break;
    const worth = (look: Look) =>
      pairsOf(stop, look).reduce((sum, [pair, weight]) => sum + (seen.has(pair) ? 0 : weight), 0) -
      (uses.get(look.locale) ?? 0) / 100;
    const worths = LOOKS.map(worth);
    const best = Math.max(...worths);
    const equal = LOOKS.filter((_look, at) => worths[at] === best);
    const look = equal[chance(equal.length)] ?? LOOKS[0]!;
    for (const [pair] of pairsOf(stop, look)) seen.add(pair);
    uses.set(look.locale, (uses.get(look.locale) ?? 0) + 1);
    cases.push(caseOf(stop, look));
  }
  return cases.toSorted((one, other) => Number(one.width < 768) - Number(other.width < 768));
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
