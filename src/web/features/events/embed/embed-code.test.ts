import { describe, expect, it } from 'vitest';
import { codeOf, embedAddress, embedSnippet } from './embed-code.ts';

const WISH = { origin: 'https://events.example', slug: 'cup-final', locale: 'en', theme: 'auto', code: '' } as const;

describe('the code for a frame', () => {
  it('names language, look and code where they are chosen', () => {
    expect(embedAddress(WISH)).toBe('https://events.example/embed/cup-final?lang=en');
    expect(embedAddress({ ...WISH, theme: 'dark', code: 'ada-1' })).toBe(
      'https://events.example/embed/cup-final?lang=en&theme=dark&ref=ada-1',
    );
  });

  it('cannot be broken out of by a title', () => {
    const snippet = embedSnippet({ ...WISH, theme: 'dark', title: '"><script>alert(1)</script>' });
    expect(snippet).not.toContain('<script');
    expect(snippet).toContain('title="&quot;&gt;&lt;script&gt;');
    expect(snippet).toContain('lang=en&amp;theme=dark');
  });

  it.each([
    [' ada-1 ', 'ada-1'],
    ['', ''],
    ['a b', null],
    ['"x', null],
  ])('takes the code “%s” as %s', (typed, code) => {
    expect(codeOf(typed)).toBe(code);
  });
});
