import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSounds } from './sounds.ts';

/** A page whose sound device counts how often it was opened and what it was told to play. */
class FakePage extends EventTarget {
  readonly navigator = { userActivation: { isActive: false } };
  opened = 0;
  played = 0;
  readonly AudioContext: unknown;

  constructor() {
    super();
    // oxlint-disable-next-line typescript/no-this-alias
    const page = this;
    const sink = { connect: () => sink };
    const parameter = {
      setValueAtTime: vi.fn<() => void>(),
      linearRampToValueAtTime: vi.fn<() => void>(),
      exponentialRampToValueAtTime: vi.fn<() => void>(),
    };
    this.AudioContext = class {
      state = 'suspended';
      readonly currentTime = 0;
      readonly destination = sink;
      constructor() {
        page.opened += 1;
      }
      resume() {
        this.state = 'running';
        return Promise.resolve();
      }
      createOscillator = () => ({ ...sink, frequency: {}, start: () => (page.played += 1), stop: () => undefined });
      createGain = () => ({ ...sink, gain: parameter });
    };
  }
}

describe('sounds of the trading screen', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('requestAnimationFrame', (frame: () => void) => setTimeout(frame, 16));
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const made = () => {
    const page = new FakePage();
    return { page, sounds: createSounds(page as unknown as Window & typeof globalThis) };
  };
  const gesture = (page: FakePage, name: string) => page.dispatchEvent(new Event(name));

  it('opens the device where sound is on, at a gesture, and behind what the gesture shows', async () => {
    const { page, sounds } = made();
    gesture(page, 'click');
    await vi.advanceTimersByTimeAsync(200);
    expect(page.opened).toBe(0);
    sounds.setOn('on');
    gesture(page, 'pointerdown');
    await vi.advanceTimersByTimeAsync(200);
    sounds.play('place');
    expect([page.opened, page.played]).toEqual([0, 0]);
    gesture(page, 'click');
    expect(page.opened).toBe(0);
    await vi.advanceTimersByTimeAsync(200);
    gesture(page, 'keydown');
    await vi.advanceTimersByTimeAsync(200);
    expect(page.opened).toBe(1);
    sounds.play('place');
    sounds.play('win');
    expect(page.played).toBe(3);
    sounds.setOn('off');
    sounds.play('win');
    expect(page.played).toBe(3);
  });

  it('takes the gesture that switched it on', async () => {
    const { page, sounds } = made();
    page.navigator.userActivation.isActive = true;
    sounds.setOn('on');
    await vi.advanceTimersByTimeAsync(200);
    expect(page.opened).toBe(1);
  });
});
