import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../time.ts';
import { pairsNamed } from './pairs-named.ts';
import { isSameStory, shortened } from './stories.ts';

const item = (
  title: string,
  { link = null, at = 0 }: { readonly link?: string | null; readonly at?: number } = {},
) => ({
  title,
  link,
  at,
});

describe('one story from several sources', () => {
  it.each([
    ['Bitcoin climbs past 90,000 dollars as funds buy', 'Bitcoin climbs past 90000 dollars as funds return', true],
    ['Bitcoin climbs past 90,000 dollars as funds buy', 'Bitcoin climbs past 95,000 dollars as funds buy', false],
    ['Ethereum upgrade goes live on test network', 'Ethereum upgrade is live on test network', true],
    ['Ethereum upgrade goes live on test network', 'Solana upgrade delayed on main network', false],
    ['比特币突破九万美元大关', '比特币突破九万美元', true],
    ['比特币突破九万美元大关', '以太坊升级推迟到明年', false],
    ['Gold rises', 'Gold rises', false],
  ])('%s / %s: %s', (one, other, same) => {
    expect(isSameStory(item(one), item(other))).toBe(same);
  });

  it('is one by its link, whatever the title and the marks of the campaign', () => {
    const link = 'https://www.wire.example/a/?utm_source=rss';
    expect(isSameStory(item('A', { link }), item('B', { link: 'https://wire.example/a' }))).toBe(true);
    expect(isSameStory(item('A', { link }), item('B', { link: 'https://wire.example/a?id=2' }))).toBe(false);
  });

  it('is another one when the same comes days later', () => {
    const title = 'Bitcoin climbs past its record of the year';
    expect(isSameStory(item(title), item(title, { at: 30 * HOUR_MS }))).toBe(true);
    expect(isSameStory(item(title), item(title, { at: 40 * HOUR_MS }))).toBe(false);
  });
});

describe('pairs that a story names', () => {
  it.each([
    ['Bitcoin and Ether rise, Tesla falls', ['BTC-USD', 'ETH-USD', 'TSLA-USD']],
    ['Bitcoin Cash splits again', ['BCH-USD']],
    ['The dot on the link is a cosmos of its own', []],
    ['EUR/USD at a high; the euro is strong', ['EUR-USD']],
    ['Bitcoins are no goldmine', []],
    ['BTC, ETH, SOL and XRP: four of them', ['BTC-USD', 'ETH-USD', 'SOL-USD']],
  ])('%s', (text, pairs) => {
    expect(pairsNamed(text)).toEqual(pairs);
  });
});

it('cuts a long text at a word', () => {
  expect(shortened('one two three', 13)).toBe('one two three');
  expect(shortened('one two, three', 10)).toBe('one two…');
  expect(shortened('x'.repeat(20), 10)).toBe(`${'x'.repeat(9)}…`);
});
