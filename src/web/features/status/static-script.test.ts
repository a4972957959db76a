// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { putAway } from './put-away.ts';

const of = (id: string, about: string) => ({ id, kind: 'planned', about, pair: null, from: null, until: null });
const ITEMS = [
  { ...of('planned.1', 'site'), title: 'Work <b>tonight</b>', text: 'From 22:00.' },
  { ...of('planned.2', 'events'), title: 'Events', text: 'No orders.' },
];

/** The page is opened anew; what stands there once it was told. */
async function open(): Promise<readonly HTMLElement[]> {
  document.body.innerHTML =
    '<div data-announcements=""><template><div><p><b></b> </p><button></button></div></template></div>';
  vi.resetModules();
  await import('./static-script.ts');
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled());
  await new Promise((resolve) => setTimeout(resolve, 0));
  return [...document.querySelectorAll<HTMLElement>('[data-announcements] > div')];
}

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async () => Response.json({ items: ITEMS })),
  );
});

it('tells what concerns the page, as text, until it is put away', async () => {
  const [card, ...others] = await open();
  expect(others).toEqual([]);
  expect(card?.textContent).toBe('Work <b>tonight</b> From 22:00.');
  card?.querySelector('button')?.click();
  expect(document.querySelectorAll('[data-announcements] > div')).toHaveLength(0);
  expect(putAway()).toEqual(['planned.1']);
  expect(await open()).toEqual([]);
});

it('leaves the page as it is where nothing can be asked', async () => {
  vi.stubGlobal('fetch', vi.fn<typeof fetch>().mockRejectedValue(new TypeError('no network')));
  expect(await open()).toEqual([]);
});
