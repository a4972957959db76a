import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchLauncher } from './launcher.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the shell of npm', () => {
  it('is missed once, when it ends', () => {
    const gone = vi.fn<() => void>();
    let parent = 100;
    watchLauncher(gone, { env: { npm_lifecycle_event: 'start' }, ppid: () => parent });
    vi.advanceTimersByTime(5000);
    expect(gone).not.toHaveBeenCalled();
    parent = 1;
    vi.advanceTimersByTime(5000);
    expect(gone).toHaveBeenCalledOnce();
  });

  it('is not watched when somebody else started the server', () => {
    const gone = vi.fn<() => void>();
    let parent = 100;
    watchLauncher(gone, { env: {}, ppid: () => parent });
    parent = 1;
    vi.advanceTimersByTime(5000);
    expect(gone).not.toHaveBeenCalled();
  });
});
