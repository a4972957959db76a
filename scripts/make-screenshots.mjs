// Makes the pictures that a browser shows before the product is installed: `node scripts/make-screenshots.mjs http://localhost:3000`, of a
// sandbox that runs there with simulated prices. Needs a Chromium (CHROME_PATH, else /usr/bin/chromium). What it makes is kept in src/web/public.
import { chromium } from 'playwright-core';
import sharp from 'sharp';

const PUBLIC = 'src/web/public';
const origin = process.argv[2] ?? 'http://localhost:3000';
// Pixels of the picture are twice these on a phone; the manifest says the same sizes (src/web/pages/manifest.ts).
const SIZES = {
  wide: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
  narrow: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
};
const PAGES = [
  { name: 'trading', path: '/en/trading/demo?pair=BTC-USD', ready: '[data-chart=ready]', restMs: 6_000 },
  { name: 'events', path: '/en/events', ready: '[data-event]', restMs: 1_000 },
];

const browser = await chromium.launch({
  executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  for (const [size, options] of Object.entries(SIZES)) {
    const context = await browser.newContext({ ...options, colorScheme: 'dark' });
    await context.addCookies([{ name: 'tikvo.consent', value: 'needed', url: origin }]);
    // As somebody sees it who has answered what is asked once.
    await context.addInitScript(() => {
      for (const key of ['tikvo.coloursAsked', 'tikvo.guided']) localStorage.setItem(key, '1');
    });
    const page = await context.newPage();
    for (const { name, path, ready, restMs } of PAGES) {
      await page.goto(origin + path);
      await page.waitForSelector(ready);
      // Prices of some seconds, and pictures and fonts that come late.
      await page.waitForTimeout(restMs);
      const file = `${PUBLIC}/screen-${name}-${size}.webp`;
      const { size: bytes } = await sharp(await page.screenshot())
        .webp({ quality: 76, effort: 6 })
        .toFile(file);
      console.log(`${file}: ${Math.ceil(bytes / 1024)} KiB`);
    }
    await context.close();
  }
} finally {
  await browser.close();
}
