import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { chromium, type Browser, type Page, type Request } from 'playwright-core';

const PLACES = [
  process.env['CHROME_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** A browser of this machine; null where there is none (with CI set that is a failure). */
export async function openBrowser(): Promise<Browser | null> {
  const executablePath = PLACES.find((place) => place !== undefined && place !== '' && existsSync(place));
  if (executablePath === undefined) {
    if (process.env['CI'] !== undefined) throw new Error('no browser: set CHROME_PATH or install chromium');
    console.warn('no browser found (CHROME_PATH, chromium, google-chrome): the browser tests are skipped');
    return null;
  }
  return chromium.launch({
    executablePath,
    args: [
      '--headless',
      // A camera that shows a moving picture, which every page may use.
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

export interface View {
  readonly width: number;
  readonly height: number;
  readonly theme?: 'dark' | 'light';
  readonly colours?: 'standard' | 'blind';
  /** IANA zone of the viewer; that of this machine when it is left out. */
  readonly zone?: string;
  /** The browser translates the page, as people's own do, into the same words. */
  readonly translated?: true;
}

export interface Watched {
  readonly page: Page;
  /** Errors of the console and of the page so far. */
  readonly errors: string[];
}

/** So many different errors are told of. */
const TOLD_ERRORS = 6;

/** What a test says beside errors that should not be there: the first different ones, and how often each came. */
export function toldErrors(errors: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const error of errors) counts.set(error, (counts.get(error) ?? 0) + 1);
  const told = [...counts].slice(0, TOLD_ERRORS).map(([error, count]) => `${count} x ${error}`);
  return `${errors.length} errors, ${counts.size} of them different: ${told.join(' | ')}`;
}

/** So long a page may take for what it is waited for: a bound for what never comes, no bet on the pace of the machine. */
const LONGEST_WAIT_MS = 60_000;

/** A fresh page of a size and a theme that notes each error. */
export async function openPage(browser: Browser, view: View): Promise<Watched> {
  const phone = view.width < 768;
  const context = await browser.newContext({
    viewport: { width: view.width, height: view.height },
    isMobile: phone,
    hasTouch: phone,
    ...(view.zone === undefined ? {} : { timezoneId: view.zone }),
  });
  context.setDefaultTimeout(LONGEST_WAIT_MS);
  const page = await context.newPage();
  watchRequests(page);
  const errors: string[] = [];
  page.on('console', (message) => {
    // Chromium says what an answer was, and only beside it whose.
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`.trim());
  });
  page.on('pageerror', (error) => errors.push(`${String(error)} at ${page.url()}`));
  await page.addInitScript(
    ([theme, colours]) => {
      // Only where nothing is kept: this runs at each page, and what was chosen on one is for the next.
      for (const [key, value] of [theme, colours])
        if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
    },
    [
      ['tikvo.theme', view.theme ?? 'dark'],
      ['tikvo.colours', view.colours ?? 'standard'],
    ] as const,
  );
  await context.addInitScript(() => addEventListener('tikvo:awake', () => Object.assign(window, { isAwake: true })));
  if (view.translated === true) await context.addInitScript(translator);
  return { page, errors };
}

/** Runs in a page: once it is awake, each text that is there or comes is taken out, and a copy is put in its place. */
function translator(): void {
  const translate = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (text.data.trim() === '' || text.parentElement?.closest('script, style, font, [translate=no]')) continue;
      const copy = document.createElement('font');
      copy.append(Object.assign(document.createElement('font'), { textContent: text.data }));
      text.replaceWith(copy);
    }
  };
  addEventListener('tikvo:awake', () => {
    translate();
    new MutationObserver(translate).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
}

/** Goes to an address of the product and waits until its page is awake: before that a press of a button is lost. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await awake(page);
}

/** Waits until the framework of a page has taken it over; some pages have none, and nothing to wait for. */
export async function awake(page: Page): Promise<void> {
  await page.waitForFunction(() => !('app' in document.documentElement.dataset) || 'isAwake' in window, undefined, {
    polling: 50,
  });
}

/** Waits until a page has come to an address and is awake; pictures and fonts of it may be on their way still. */
export async function comesTo(page: Page, address: Parameters<Page['waitForURL']>[0]): Promise<void> {
  await page.waitForURL(address, { waitUntil: 'domcontentloaded' });
  await awake(page);
}

/** Requests of each page that have no answer yet. */
const asking = new WeakMap<Page, Set<Request>>();

function watchRequests(page: Page): void {
  const open = new Set<Request>();
  asking.set(page, open);
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
}

/** Waits until a page that is awake has waited for nothing for 150 ms: what it asked for is there, and shown. */
export async function quiet(page: Page): Promise<void> {
  await awake(page);
  for (let calm = 0; calm < 3;) {
    await page.waitForTimeout(50);
    calm = asking.get(page)?.size === 0 ? calm + 1 : 0;
  }
}

const OUTPUT = 'tests/e2e/output';
const KEEPS_PICTURES = process.env['E2E_ALL'] === '1' || process.env['E2E_PICTURES'] !== undefined;

/** Keeps a picture of the page for people, where somebody asked for them. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (!KEEPS_PICTURES) return;
  await mkdir(OUTPUT, { recursive: true });
  await page.screenshot({ path: `${OUTPUT}/${name}.png` });
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[];
  }[];
  /** How many rules had something to check, and found nothing. */
  readonly passes: number;
}

let axeSource: string | null = null;

/** Rules of WCAG 2.0 to 2.2, A and AA, that the page breaks, with the places. Throws where no rule ran. */
export async function axeViolations(page: Page): Promise<string[]> {
  axeSource ??= await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  // Once a document; and only what is read is written down, for to name the place of each element costs more than to check it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  await atRest(page);
  const result = await page.evaluate<AxeResult>(
    `axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      resultTypes: ['violations'],
    }).then(({ violations, passes }) => ({ violations, passes: passes.length }))`,
  );
  if (result.passes < 5) throw new Error('axe found almost nothing to check');
  const found: string[] = [];
  for (const { id, nodes } of result.violations) {
    for (const { target, failureSummary = '' } of nodes) {
      if (id === 'target-size' && (await isLargeInView(page, String(target[0])))) continue;
      found.push(`${id}: ${JSON.stringify(target)} ${failureSummary}`);
    }
  }
  return found;
}

/** A target that a foot which stays covers in part is as large as it should be once it is scrolled to. */
async function isLargeInView(page: Page, target: string): Promise<boolean> {
  return page.evaluate<boolean>(`(async () => {
    const [x, y] = [scrollX, scrollY];
    document.querySelector(${JSON.stringify(target)})?.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { violations } = await axe.run(${JSON.stringify(target)}, { runOnly: { type: 'rule', values: ['target-size'] } });
    scrollTo(x, y);
    return violations.length === 0;
  })()`);
}

/** What fades in has not its own colours yet: waits for movements that end, 3 s at most. */
async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moving = document
      .getAnimations()
      // What follows the scrolling of a row ends with it, not with time.
      .filter(
        (one) => one.timeline instanceof DocumentTimeline && one.effect?.getComputedTiming().endTime !== Infinity,
      );
    const ended = Promise.all(moving.map((one) => one.finished.catch(() => undefined)));
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 3_000))]);
  });
}

/**
 * Pixels by which the page is wider than the window it was given. A phone makes its window as wide as the page and shows all of it smaller, so
 * neither `innerWidth` nor `clientWidth` tells of it alone.
 */
export async function overflow(page: Page): Promise<number> {
  const given = page.viewportSize()?.width ?? Infinity;
  const [wide, window] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return [scrollWidth, clientWidth] as const;
  });
  return wide - Math.min(window, given);
}
