import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSounds } from './sounds.ts';

/** A page whose sound device counts how often it was opened and what it was told to play. */
function fakePage() {
  const counts = { opened: 0, played: 0 };
  const sink = { connect: () => sink };
  const gain = {
    setValueAtTime: vi.fn<() => void>(),
    linearRampToValueAtTime: vi.fn<(level: number) => void>(),
    exponentialRampToValueAtTime: vi.fn<() => void>(),
  };
  class AudioContext {
    state = 'suspended';
    readonly currentTime = 0;
    readonly destination = sink;
    constructor() {
      counts.opened += 1;
    }
    resume() {
      this.state = 'running';
      return Promise.resolve();
    }
    createOscillator = () => ({ ...sink, frequency: {}, start: () => (counts.played += 1), stop: () => undefined });
    createGain = () => ({ ...sink, gain });
  }
  const userActivation = { isActive: false };
  const page = Object.assign(new EventTarget(), { AudioContext, navigator: { userActivation } });
  /** How loud each note was struck. */
  const loudness = () => gain.linearRampToValueAtTime.mock.calls.map(([level]) => level);
  return { page, counts, loudness, userActivation };
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
    const fake = fakePage();
    return { ...fake, sounds: createSounds(fake.page as unknown as Window & typeof globalThis) };
  };
  const gesture = (page: EventTarget, name: string) => page.dispatchEvent(new Event(name));

  it('opens the device where sound is on, at a gesture, and behind what the gesture shows', async () => {
    const { page, counts, sounds } = made();
    gesture(page, 'click');
    await vi.advanceTimersByTimeAsync(200);
    expect(counts.opened).toBe(0);
    sounds.setOn('on');
    gesture(page, 'pointerdown');
    await vi.advanceTimersByTimeAsync(200);
    sounds.play('place');
    expect(counts).toEqual({ opened: 0, played: 0 });
    gesture(page, 'click');
    expect(counts.opened).toBe(0);
    await vi.advanceTimersByTimeAsync(200);
    gesture(page, 'keydown');
    await vi.advanceTimersByTimeAsync(200);
    expect(counts.opened).toBe(1);
    sounds.play('place');
    sounds.play('win');
    expect(counts.played).toBe(3);
    sounds.setOn('off');
    sounds.play('win');
    expect(counts.played).toBe(3);
  });

  it('plays a sample as loud as was chosen, and nothing at no loudness', async () => {
    const { counts, loudness, sounds } = made();
    sounds.setVolume(0.25);
    sounds.sample('place');
    await vi.advanceTimersByTimeAsync(0);
    sounds.setVolume(1);
    sounds.sample('place');
    await vi.advanceTimersByTimeAsync(0);
    expect(counts).toEqual({ opened: 1, played: 2 });
    expect(loudness()).toEqual([0.04, 0.16]);
    sounds.setVolume(0);
    sounds.sample('place');
    await vi.advanceTimersByTimeAsync(0);
    expect(counts.played).toBe(2);
  });

  it('takes the gesture that switched it on', async () => {
    const { counts, userActivation, sounds } = made();
    userActivation.isActive = true;
    sounds.setOn('on');
    await vi.advanceTimersByTimeAsync(200);
    expect(counts.opened).toBe(1);
  });
});
