/** `npm run bench:web`: weights of the pages from the build, and how they behave in a browser, against docs/rules/screens.md#budgets. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { freePort, start } from '../tests/started.ts';
import { frames, framesOfMany } from './frames.ts';
import { lighthouseScores, type WithBrowser } from './lighthouse.ts';
import { percentile, reaches, told } from './row.ts';
import type { Row } from './row.ts';

const ROOT = new URL('..', import.meta.url).pathname;
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** A middle phone on 4G: 390 px, four times slower than this machine, 9 Mbit/s down, 60 ms there and back. */
const PHONE = { width: 390, height: 844 };
const SLOWER = 4;
const LINE = {
  offline: false,
  latency: 60,
  downloadThroughput: (9 * 1024 * 1024) / 8,
  uploadThroughput: (3 * 1024 * 1024) / 8,
};
const LOADS = 4;
/** The TypeScript runner wraps named functions in this helper, which pages do not have. */
const NAMES = 'globalThis.__name = (named) => named';
const KB = 1024;

interface Weight {
  readonly js: number;
  readonly css: number;
  readonly fonts: number;
}

interface Vitals {
  readonly lcp: number;
  readonly cls: number;
  /** Total blocking time: what of each task goes over 50 ms. */
  readonly blocked: number;
}

function browserPath(): string {
  const found = [
    process.env['CHROME_PATH'],
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find((path) => path !== undefined && existsSync(path));
  if (found === undefined) throw new Error('no Chromium: set CHROME_PATH');
  return found;
}

/** Compressed bytes a first visit takes, inline scripts counted as JS. */
async function weigh(browser: Browser, url: string): Promise<Weight> {
  const page = await browser.newPage({ viewport: PHONE });
  const sums = { js: 0, css: 0, fonts: 0 };
  const reading: Promise<void>[] = [];
  page.on('response', (response) => {
    const kind = response.request().resourceType();
    if (kind !== 'script' && kind !== 'stylesheet' && kind !== 'font') return;
    const add = async () => {
      const body = await response.body();
      if (kind === 'font') sums.fonts += body.length;
      else sums[kind === 'script' ? 'js' : 'css'] += gzipSync(body).length;
    };
    reading.push(add().catch(() => undefined));
  });
  await page.goto(url);
  await page.waitForTimeout(3_000);
  await Promise.all(reading);
  const inline = await page.evaluate(() =>
    [...document.querySelectorAll('script:not([src])')].map((script) => script.textContent).join('\n'),
  );
  sums.js += sums.js === 0 ? gzipSync(inline).length : 0;
  await page.close();
  return sums;
}

async function slowPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true });
  await context.addInitScript(NAMES);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', LINE);
  return page;
}

async function vitalsOf(page: Page, url: string): Promise<Vitals> {
  await page.addInitScript(() => {
    const seen = { lcp: 0, cls: 0, blocked: 0 };
    Object.assign(globalThis, { seenVitals: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.lcp = entry.startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) seen.cls += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.blocked += Math.max(0, entry.duration - 50);
    }).observe({ type: 'longtask', buffered: true });
  });
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForTimeout(4_000);
  return page.evaluate(() => (globalThis as unknown as { seenVitals: Vitals }).seenVitals);
}

/** LCP, CLS and blocking time of several first visits. */
async function visits(browser: Browser, url: string): Promise<Vitals> {
  const seen: Vitals[] = [];
  for (let round = 0; round < LOADS; round += 1) {
    const page = await slowPage(browser);
    seen.push(await vitalsOf(page, url));
    await page.context().close();
  }
  return {
    lcp: percentile(
      seen.map((one) => one.lcp),
      75,
    ),
    cls: Math.max(...seen.map((one) => one.cls)),
    blocked: percentile(
      seen.map((one) => one.blocked),
      50,
    ),
  };
}

const TAPS = 8;

interface Taps {
  readonly placing: readonly number[];
  readonly paint: readonly number[];
}

/**
 * Taps on Up: from the finger's leaving, as the browser stamped it, to the button being busy, and to the next paint (the duration
 * of the event entry, which is what INP counts).
 */
async function tap(page: Page): Promise<Taps> {
  const ready = 'button[data-direction="UP"][aria-disabled="false"]';
  await page.waitForSelector(ready, { timeout: 30_000 });
  await page.waitForTimeout(2_000);
  await page.evaluate(() => {
    const seen = { placing: [] as number[], paint: [] as number[] };
    Object.assign(globalThis, { seenTaps: seen });
    const button = document.querySelector('button[data-direction="UP"]') as HTMLButtonElement;
    let tapped = 0;
    button.addEventListener('click', (event) => (tapped = event.timeStamp), { capture: true });
    new MutationObserver(() => {
      if (button.getAttribute('aria-busy') === 'true') seen.placing.push(performance.now() - tapped);
    }).observe(button, { attributeFilter: ['aria-busy'] });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.name === 'click') seen.paint.push(entry.duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  for (let round = 0; round < TAPS; round += 1) {
    await page.tap(ready);
    await page.waitForSelector(ready, { timeout: 10_000 });
    await page.waitForTimeout(500);
  }
  return page.evaluate(() => (globalThis as unknown as { seenTaps: Taps }).seenTaps);
}

/** The 75th percentile over the taps on several pages, the first of each among them. */
async function taps(browser: Browser, url: string): Promise<{ readonly placing: number; readonly paint: number }> {
  const seen: Taps[] = [];
  for (let round = 0; round < LOADS; round += 1) {
    const page = await slowPage(browser);
    await page.goto(url);
    seen.push(await tap(page));
    await page.context().close();
  }
  return {
    placing: percentile(
      seen.flatMap((one) => one.placing),
      75,
    ),
    paint: percentile(
      seen.flatMap((one) => one.paint),
      75,
    ),
  };
}

const kb = (name: string, bytes: number, floor: number): Row =>
  told({ name, ours: bytes / KB, unit: 'KB', floor, better: 'lower' });
const atMost = (name: string, ours: number, floor: number | null): Row =>
  told({ name, ours, unit: name.startsWith('CLS') ? '' : 'ms', floor, better: 'lower' });

async function weights(browser: Browser, origin: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, path] of [
    ['landing', '/en'],
    ['group page', '/en/crypto'],
    ['about', '/en/about'],
  ] as const) {
    rows.push(kb(`JS gz, ${name}`, (await weigh(browser, `${origin}${path}`)).js, 6));
  }
  const landing = await weigh(browser, `${origin}/en`);
  const trading = await weigh(browser, `${origin}/en/trading/demo`);
  const fonts = async (locale: string) => (await weigh(browser, `${origin}/${locale}`)).fonts;
  return [
    ...rows,
    kb('JS gz, trading', trading.js, 250),
    kb('CSS gz', landing.css, 20),
    kb('fonts, Latin', landing.fonts, 60),
    kb('fonts, Turkish', await fonts('tr'), 60),
    kb('fonts, Cyrillic', await fonts('ru'), 60),
    kb('fonts, Arabic', await fonts('ar'), 180 + 48),
    kb('fonts, Hindi', await fonts('hi'), 135 + 48),
  ];
}

async function behaviour(browser: Browser, origin: string): Promise<Row[]> {
  const landing = await visits(browser, `${origin}/en`);
  const trading = await visits(browser, `${origin}/en/trading/demo`);
  const placed = await taps(browser, `${origin}/en/trading/demo`);
  const idle = await slowPage(browser);
  await idle.goto('about:blank');
  const machine = await frames(idle);
  await idle.context().close();
  const busy = await slowPage(browser);
  const slow = await framesOfMany(busy, `${origin}/en/trading/demo`);
  await busy.context().close();
  const desktop = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await desktop.addInitScript(NAMES);
  const fast = await framesOfMany(desktop, `${origin}/en/trading/demo`);
  await desktop.close();
  return [
    atMost('LCP p75, landing', landing.lcp, 1_800),
    atMost('LCP p75, trading', trading.lcp, 2_500),
    atMost('blocking time, landing', landing.blocked, 200),
    atMost('blocking time, trading', trading.blocked, 300),
    atMost('CLS, landing', landing.cls, 0.02),
    atMost('CLS, trading', trading.cls, 0.02),
    atMost('tap to Placing, slow phone', placed.placing, 50),
    atMost('tap to next paint (INP), slow phone', placed.paint, 150),
    atMost('longest frame, slow empty page, worst', Math.max(...machine.longest), null),
    told({ name: 'frames, slow phone', ours: slow.fps, unit: 'fps', floor: 40, better: 'higher' }),
    atMost('longest frame, slow phone', percentile(slow.longest, 50), 100),
    atMost('longest frame, slow phone, worst', Math.max(...slow.longest), null),
    told({ name: 'frames, desktop', ours: fast.fps, unit: 'fps', floor: 55, better: 'higher' }),
    atMost('longest frame, desktop', percentile(fast.longest, 50), 100),
  ];
}

function show(rows: readonly Row[]): string {
  const lines = rows.map((row) => {
    const reached = reaches(row);
    const sign = row.better === 'higher' ? '>=' : '<=';
    const verdict = reached === null ? '' : `${reached ? 'ok' : 'MISSED'} (${sign} ${row.floor})`;
    return `${row.name.padEnd(46)}${row.ours.toFixed(row.ours < 10 ? 3 : 1).padStart(9)} ${row.unit.padEnd(4)} ${verdict}`;
  });
  return `${lines.join('\n')}\n`;
}

/** Each visit in a browser of its own: Lighthouse clears caches and turns what others measure with. */
const withBrowser: WithBrowser = async (use) => {
  const debugPort = await freePort();
  const own = await chromium.launch({
    executablePath: browserPath(),
    args: [...FLAGS, `--remote-debugging-port=${debugPort}`],
  });
  try {
    return await use(debugPort);
  } finally {
    await own.close();
  }
};

const dataDir = mkdtempSync(join(tmpdir(), 'bench-web-'));
const port = await freePort();
const server = start({ build: join(ROOT, 'build/server'), dataDir, port });
let browser: Browser | null = null;
try {
  await server.answers('/readyz');
  browser = await chromium.launch({ executablePath: browserPath(), args: FLAGS });
  const origin = `http://localhost:${port}`;
  // `--lighthouse`: nothing else.
  const others = process.argv.includes('--lighthouse')
    ? []
    : [...(await weights(browser, origin)), ...(await behaviour(browser, origin))];
  process.stdout.write(show(others));
  const seen = await lighthouseScores(origin, withBrowser);
  const rows = [...others, ...seen.rows];
  process.stdout.write(show(seen.rows));
  for (const { page, audits } of seen.faults) process.stdout.write(`  ${page}: ${audits.join(', ')}\n`);
  mkdirSync(join(ROOT, 'bench/results'), { recursive: true });
  writeFileSync(
    join(ROOT, 'bench/results/web.json'),
    `${JSON.stringify({ at: new Date().toISOString(), rows, lighthouse: seen.faults }, null, 2)}\n`,
  );
  if (process.argv.includes('--strict') && rows.some((row) => reaches(row) === false)) process.exitCode = 1;
} finally {
  await browser?.close();
  server.process.kill('SIGTERM');
  await server.ended;
  rmSync(dataDir, { recursive: true, force: true });
}
// Whatever the browser's driver still holds open.
process.exit();
