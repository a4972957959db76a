import { describe, expect, it } from 'vitest';
import { usdt } from '#domain/money.ts';
import { isLarge, Quiet, tapOf, type Tapped } from './tap.ts';

const tapped = (part: Partial<Tapped>): Tapped => ({
  isReady: true,
  isQuiet: false,
  isSending: false,
  problem: null,
  atOnce: false,
  isConfirmed: false,
  ...part,
});

describe('a tap on the order button', () => {
  it.each([
    ['asks first', {}, 'ask'],
    ['sends the second time', { isConfirmed: true }, 'send'],
    ['sends at once where the person chose so', { atOnce: true }, 'send'],
    ['sends nothing while an order is on its way', { atOnce: true, isSending: true }, 'nothing'],
    ['sends nothing where the ticket was just turned', { atOnce: true, isQuiet: true }, 'nothing'],
    ['asks for no money where the ticket was just turned', { problem: 'noBalance', isQuiet: true }, 'nothing'],
    ['leads to money where there is too little', { problem: 'noBalance' }, 'fund'],
    ['does nothing where something is missing', { problem: 'noShares', isConfirmed: true }, 'nothing'],
    ['does nothing before the page is ready', { isReady: false, atOnce: true }, 'nothing'],
  ] as const)('%s', (_name, part, does) => {
    expect(tapOf(tapped(part))).toBe(does);
  });
});

it('takes no tap for a second after the ticket was turned', () => {
  let now = 5_000;
  const quiet = new Quiet(() => now);
  expect(quiet.isNow()).toBe(false);
  quiet.start();
  now = 5_999;
  expect(quiet.isNow()).toBe(true);
  now = 6_000;
  expect(quiet.isNow()).toBe(false);
});

it('asks again for $100 and more, where that is half of what there is', () => {
  const order = (whole: bigint) => ({ cost: usdt(whole - 1_000_000n), fee: usdt(1_000_000n) });
  expect(isLarge(order(100_000_000n), usdt(200_000_000n))).toBe(true);
  expect(isLarge(order(99_999_999n), usdt(100_000_000n))).toBe(false);
  expect(isLarge(order(100_000_000n), usdt(200_000_001n))).toBe(false);
  expect(isLarge(order(100_000_000n), null)).toBe(false);
});
