import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { STAYS, wishedPage } from './wished-page.ts';

const HERE = new URL('./fetch-code.ts', import.meta.url).href;
const GONE = new URL('./gone-with-an-upgrade.ts', import.meta.url).href;

/** What the router knows, with the code of these away. */
function known(...away: string[]): object {
  const routes = [
    { id: 'root' },
    { id: 'locale', parentId: 'root', path: ':locale' },
    { id: 'landing', parentId: 'locale', index: true },
    { id: 'events', parentId: 'locale', path: 'events' },
    { id: 'event', parentId: 'locale', path: 'events/:event' },
    { id: 'dashboard', parentId: 'locale' },
    { id: 'withdraw', parentId: 'dashboard', path: 'withdraw' },
    { id: 'office', parentId: 'root', path: 'office' },
    { id: 'office-desk', parentId: 'office', path: ':desk' },
    { id: 'office-posts-record', parentId: 'office', path: 'posts/:record' },
    { id: 'office-record', parentId: 'office', path: ':desk/:record' },
  ];
  const module = (id: string) => (away.includes(id) ? GONE : HERE);
  return { routes: Object.fromEntries(routes.map((one) => [one.id, { ...one, module: module(one.id) }])) };
}

const assign = vi.fn<(to: URL) => void>();
const stays = vi.fn<(event: Event) => void>();
let isOnline = true;
beforeEach(() => {
  isOnline = true;
  vi.stubGlobal('location', { href: 'https://tikvo.test/en/help', pathname: '/en/help', assign });
  vi.stubGlobal('navigator', {
    get onLine() {
      return isOnline;
    },
  });
  vi.stubGlobal('dispatchEvent', stays);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

/** Presses a link; what became of it. */
async function press(to: string, manifest: object): Promise<string> {
  vi.stubGlobal('__reactRouterManifest', manifest);
  let navigate: ((go: () => Promise<void>, about: { to: string }) => Promise<void>) | undefined;
  wishedPage.router?.({ instrument: (of: { navigate: typeof navigate }) => (navigate = of.navigate) } as never);
  const went = vi.fn<() => Promise<void>>(async () => undefined);
  void navigate?.(went, { to });
  await vi.waitFor(() => {
    if (went.mock.calls.length + assign.mock.calls.length + stays.mock.calls.length === 0) throw new Error('waits');
  });
  const asked = assign.mock.calls[0]?.[0];
  if (asked !== undefined) return `asks for ${asked.pathname}${asked.search}`;
  return went.mock.calls.length > 0 ? 'goes' : (stays.mock.calls[0]?.[0].type ?? '');
}

it.each([
  ['/en/events?sort=new', [], 'goes'],
  ['/en/events?sort=new', ['event', 'withdraw'], 'goes'],
  ['/en/events?sort=new', ['events'], 'asks for /en/events?sort=new'],
  ['/de/events/rain', ['event'], 'asks for /de/events/rain'],
  ['/en', ['landing'], 'asks for /en'],
  // The frame of a page, and a page of the back office, are code of their own.
  ['/en/withdraw', ['dashboard'], 'asks for /en/withdraw'],
  ['/office/people', ['office-desk'], 'asks for /office/people'],
  ['/office/posts/7', ['office-record'], 'goes'],
  ['/office/posts/7', ['office-posts-record'], 'asks for /office/posts/7'],
  // What the router does not know yet it asks for by itself.
  ['/elsewhere/entirely', [], 'goes'],
])('a link to %s, with the code of %j away, %s', async (to, away, becomes) => {
  expect(await press(to, known(...away))).toBe(becomes);
});

it('without network the page stays and says so, though the code of the other is there', async () => {
  isOnline = false;
  expect(await press('/en/events', known())).toBe(STAYS);
});

it('within a page the router goes by itself', async () => {
  isOnline = false;
  expect(await press('/en/help?q=tie', known('root'))).toBe('goes');
});
