import sharp from 'sharp';
import { expect, it } from 'vitest';
import { PICTURE } from './draw.ts';
import { drawReceipt, type ReceiptFacts } from './receipt-picture.ts';
import { pictureLanguage } from './texts.ts';

const FACTS: ReceiptFacts = {
  brand: 'Tikvo',
  address: 'tikvo.example/en/verify',
  realm: 'demo',
  pair: 'BTC-USD',
  direction: 'UP',
  outcome: 'WIN',
  entry: '65041.61',
  exit: '65077.20',
  endedAt: Date.UTC(2026, 10, 26, 17, 18, 9),
  fingerprint: '0123456789abcdef'.repeat(4),
  amounts: { stake: '25', profit: '20.5' },
};

/** One of each script and direction, and the one with the longest words. */
const SOME = ['en', 'de', 'ru', 'ar', 'hi'] as const;

/** Brightest point of a part of a picture. */
async function brightest(png: Buffer, left: number, width: number): Promise<number> {
  const part = sharp(png).extract({ left, top: 0, width, height: PICTURE.height });
  return (await part.greyscale().raw().toBuffer()).reduce((most, point) => Math.max(most, point), 0);
}

it('draws a receipt in each script, and keeps off the edges: what does not fit would be cut', async () => {
  for (const locale of SOME) {
    const png = await drawReceipt({ ...FACTS, outcome: 'TIE' }, pictureLanguage(locale));
    expect(await sharp(png).metadata(), locale).toMatchObject({ format: 'png', ...PICTURE });
    expect(await brightest(png, 60, 700), locale).toBeGreaterThan(200);
    for (const left of [0, PICTURE.width - 24]) expect(await brightest(png, left, 24), locale).toBeLessThan(40);
  }
});

it('gives each receipt a picture of its own, and another one without its amounts', async () => {
  const language = pictureLanguage('en');
  const [one, again, other, hidden] = await Promise.all([
    drawReceipt(FACTS, language),
    drawReceipt(FACTS, language),
    drawReceipt({ ...FACTS, fingerprint: 'f'.repeat(64) }, language),
    drawReceipt({ ...FACTS, amounts: null }, language),
  ]);
  expect(again.equals(one)).toBe(true);
  expect(other.equals(one)).toBe(false);
  expect(hidden.equals(one)).toBe(false);
});

it('writes English where no letters are shipped', () => {
  expect(pictureLanguage('jp').locale).toBe('en');
  expect(pictureLanguage('ch').text('dir.up')).toBe('Up');
});
