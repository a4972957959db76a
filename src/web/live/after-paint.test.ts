import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { afterPaint } from './after-paint.ts';

describe('what waits for the paint', () => {
  let frames: (() => void)[] = [];
  beforeEach(() => {
    vi.useFakeTimers();
    frames = [];
    vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('runs in a task of its own behind the frame, once', () => {
    const told: string[] = [];
    afterPaint(() => told.push('sent'));
    expect(told).toEqual([]);
    for (const frame of frames) frame();
    expect(told).toEqual([]);
    vi.advanceTimersByTime(0);
    expect(told).toEqual(['sent']);
    vi.advanceTimersByTime(1_000);
    expect(told).toEqual(['sent']);
  });

  it('does not wait for frames that do not come', () => {
    const told: string[] = [];
    afterPaint(() => told.push('sent'));
    vi.advanceTimersByTime(1_000);
    for (const frame of frames) frame();
    vi.advanceTimersByTime(1_000);
    expect(told).toEqual(['sent']);
  });
});
