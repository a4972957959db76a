import { describe, expect, it } from 'vitest';
import type { Drawn } from './draw.ts';
import { Shells } from './shells.ts';

const text = Buffer.from('page');
const PAGE: Drawn = {
  status: 200,
  headers: [],
  hasPrices: true,
  fault: null,
  body: { kind: 'plain', text, brotli: text },
};

/** A cache at a clock that is set by hand, and how often each page was drawn. */
function world(drawn: Drawn = PAGE) {
  const clock = { now: 0 };
  const shells = new Shells(() => clock.now);
  const draws: string[] = [];
  const get = (key: string) =>
    shells.get(key, () => {
      draws.push(key);
      return Promise.resolve(drawn);
    });
  return { clock, shells, draws, get };
}

describe('drawn pages', () => {
  it('are drawn once for all who ask meanwhile, and shown for a second where prices stand in them', async () => {
    const { clock, draws, get } = world();
    const [one, other] = await Promise.all([get('/en'), get('/en')]);
    expect(one).toBe(other);
    clock.now = 999;
    await get('/en');
    expect(draws).toEqual(['/en']);
    clock.now = 1_000;
    await get('/en');
    expect(draws).toEqual(['/en', '/en']);
  });

  it('are each their own', async () => {
    const { draws, get } = world();
    await Promise.all([get('/en'), get('/de'), get('/de known')]);
    expect(draws).toEqual(['/en', '/de', '/de known']);
  });

  it.each([
    ['a page without prices ten seconds', { ...PAGE, hasPrices: false }, 9_999, 10_000],
    ['what is no page one second', { ...PAGE, hasPrices: false, status: 404 }, 999, 1_000],
  ])('are shown: %s', async (...[, drawn, still, over]) => {
    const { clock, draws, get } = world(drawn);
    await get('/en');
    clock.now = still;
    await get('/en');
    expect(draws).toHaveLength(1);
    clock.now = over;
    await get('/en');
    expect(draws).toHaveLength(2);
  });

  it('are no more than 300, however many addresses somebody makes up, and the oldest go', async () => {
    const { shells, draws, get } = world();
    for (let no = 0; no <= 400; no += 1) await get(`/en?${no}`);
    expect(shells.size).toBe(300);
    await Promise.all([get('/en?400'), get('/en?101'), get('/en?100')]);
    expect(draws.slice(401)).toEqual(['/en?100']);
  });

  it('are let go of when they are old, and one that could not be drawn is drawn anew', async () => {
    const { clock, shells, draws, get } = world();
    await get('/en');
    clock.now = 1_000;
    shells.sweep();
    expect(shells.size).toBe(0);
    await expect(shells.get('/de', () => Promise.reject(new Error('no thread')))).rejects.toThrow('no thread');
    await get('/de');
    expect(draws).toEqual(['/en', '/de']);
  });
});
