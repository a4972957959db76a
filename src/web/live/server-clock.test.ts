import { describe, expect, it } from 'vitest';
import { ServerClock } from './server-clock.ts';

const TRUE = Date.UTC(2026, 10, 25, 17, 9, 30, 400);
const MINUTE_MS = 60_000;

/** A page on a device whose clock is `off` ms ahead; `at`: the true time. */
function device(off: number) {
  const time = { at: TRUE };
  return Object.assign(time, { clock: new ServerClock(() => time.at + off) });
}

const answer = (at: number, more: Record<string, string> = { 'cache-control': 'no-store' }) =>
  new Headers({ date: new Date(at).toUTCString(), ...more });

describe('server time', () => {
  it.each([7, -7])('is told by an answer where no socket opens and the device is %i min off', (minutes) => {
    const page = device(minutes * MINUTE_MS);
    page.clock.heardAnswer(answer(page.at));
    // An answer names whole seconds: never ahead, at most one behind.
    expect(page.clock.now()).toBe(TRUE - 400);
    page.at += 5_700;
    page.clock.heardAnswer(answer(page.at));
    expect(page.clock.now()).toBe(page.at - 100);
  });

  it('is finer by a frame, and no answer after it takes that away', () => {
    const page = device(7 * MINUTE_MS);
    page.clock.heardAnswer(answer(page.at));
    page.clock.heard(page.at - 20);
    page.at += 900;
    page.clock.heardAnswer(answer(page.at));
    expect(page.clock.now()).toBe(page.at - 20);
  });

  it('is not what a cache has kept, nor what cannot be read; until something is heard it is the own clock', () => {
    const page = device(0);
    const old = page.at - 60 * MINUTE_MS;
    page.clock.heardAnswer(answer(old, { 'cache-control': 'public, max-age=86400' }));
    page.clock.heardAnswer(answer(old, {}));
    page.clock.heardAnswer(new Headers({ date: 'soon', 'cache-control': 'no-store' }));
    page.clock.heardAnswer(new Headers({ 'cache-control': 'no-store' }));
    expect(page.clock.now()).toBe(TRUE);
  });
});
