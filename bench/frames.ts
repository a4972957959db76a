/** Frames a second and the longest frames of a page, in several windows of five seconds. */
import type { Page } from 'playwright-core';
import { manyTicks } from './many-ticks.ts';

const WINDOWS = 5;
/** Milliseconds for which frames are watched, and for which a page comes to rest before. */
const WINDOW = 5_000;

export interface Frames {
  /** Frames a second over all windows. */
  readonly fps: number;
  /** The longest frame of each window, in ms. A stall of the page comes back in each; one of a shared machine does not. */
  readonly longest: readonly number[];
}

/** Milliseconds between the frames of one window. */
function gaps(page: Page): Promise<number[]> {
  return page.evaluate(
    (window) =>
      new Promise<number[]>((resolve) => {
        const times: number[] = [];
        const step = (now: number) => {
          times.push(now);
          if (now - (times[0] ?? now) < window) requestAnimationFrame(step);
          else resolve(times.slice(1).map((time, index) => time - (times[index] ?? time)));
        };
        requestAnimationFrame(step);
      }),
    WINDOW,
  );
}

/** Frames of a page as it stands. */
export async function frames(page: Page): Promise<Frames> {
  const windows: number[][] = [];
  for (let round = 0; round < WINDOWS; round += 1) windows.push(await gaps(page));
  const all = windows.flat();
  return {
    fps: (all.length * 1_000) / all.reduce((sum, gap) => sum + gap, 0),
    longest: windows.map((window) => Math.max(...window)),
  };
}

/** Frames of a page whose chart has 20 ticks a second, once it has come to rest. */
export async function framesOfMany(page: Page, url: string): Promise<Frames> {
  await manyTicks(page);
  await page.goto(url);
  await page.waitForTimeout(WINDOW);
  return frames(page);
}
