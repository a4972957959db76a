import { describe, expect, it } from 'vitest';
import { CUP } from '#tests/event-wire.ts';
import { EMBED_POLICY, embedPage } from './embed-page.ts';

const words = (key: string) => key;
const PAGE = {
  event: CUP,
  brand: 'A & B',
  theme: 'dark',
  lang: 'en',
  dir: 'ltr',
  href: 'https://events.example/en/events/cup-final?ref=x',
  text: words,
} as const;

describe('an embedded event', () => {
  it('shows the chance of now and leads to its page, without a script', () => {
    const html = embedPage(PAGE);
    expect(html).toContain('<b>48%</b>');
    expect(html).toContain('href="https://events.example/en/events/cup-final?ref=x" target="_blank" rel="noopener"');
    expect(html).toContain('class="dark"');
    expect(html).not.toMatch(/<script|onload|style="/);
    // Who writes titles writes no markup.
    const sly = embedPage({ ...PAGE, event: { ...CUP, title: '<img src=x onerror=alert(1)>' } });
    expect(sly).not.toContain('<img');
    expect(sly).toContain('&#60;img');
  });

  it('says how it ended, or that nobody has named a price', () => {
    const [market] = CUP.markets;
    const at = (changes: object) => embedPage({ ...PAGE, event: { ...CUP, markets: [{ ...market!, ...changes }] } });
    expect(at({ outcome: 'NO', state: 'PAID' })).toContain('<b>outcome.NO</b>');
    expect(at({ prices: { ...market!.prices, chance: null } })).toContain('card.no_price');
  });

  it('may be framed by anybody, and may do nothing', () => {
    expect(EMBED_POLICY).toContain("default-src 'none'");
    expect(EMBED_POLICY).toContain('frame-ancestors *');
    expect(EMBED_POLICY).not.toContain('unsafe');
    expect(EMBED_POLICY).not.toContain('script-src');
  });
});
