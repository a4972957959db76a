import { describe, expect, it } from 'vitest';
import { createFormats } from '#web/i18n/format.ts';
import { CUP } from '#tests/event-wire.ts';
import { buyPrices, chanceText, leaderOf } from './chance-text.ts';

describe('the chance of an event', () => {
  it('is whole percent, and never says certain of what is not', () => {
    const formats = createFormats('en');
    const shown = [0.455, 0.004, 0, 0.996, 1, null].map((chance) => chanceText(formats, chance));
    expect(shown).toEqual(['46%', '<1%', '0%', '>99%', '100%', '–']);
  });

  it('is of several outcomes that of the likeliest', () => {
    const one = CUP.markets[0]!;
    const market = (title: string, chance: number | null) => ({ ...one, title, prices: { ...one.prices, chance } });
    expect(leaderOf({ markets: [market('a', 0.2), market('b', null), market('c', 0.5)] })?.title).toBe('c');
    expect(leaderOf({ markets: [market('a', null), market('b', null)] })).toBe(null);
    expect(leaderOf({ markets: [one] })).toBe(null);
  });

  it('costs what somebody asks for Yes, and for No what is left of 1.00 behind the best bid', () => {
    expect(buyPrices({ bid: 0.453, ask: 0.48 })).toEqual({ YES: 480, NO: 547 });
    expect(buyPrices({ bid: null, ask: null })).toEqual({ YES: null, NO: null });
  });
});
