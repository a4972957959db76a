import { afterPaint } from '#web/live/after-paint.ts';

export type SoundName = 'place' | 'win' | 'close';

interface Note {
  readonly hertz: number;
  readonly at: number;
  readonly seconds: number;
}

/** Short and soft; a gain and a loss have the same length and loudness (calm money). */
const NOTES: Readonly<Record<SoundName, readonly Note[]>> = {
  place: [{ hertz: 660, at: 0, seconds: 0.07 }],
  win: [
    { hertz: 587.33, at: 0, seconds: 0.12 },
    { hertz: 783.99, at: 0.1, seconds: 0.16 },
  ],
  close: [
    { hertz: 523.25, at: 0, seconds: 0.12 },
    { hertz: 440, at: 0.1, seconds: 0.16 },
  ],
};

export interface Sounds {
  /** Plays nothing while switched off, or before a gesture has opened the device. */
  play(name: SoundName): void;
  /** Plays what a gesture has just asked for, switched on or not. */
  sample(name: SoundName): void;
  /** 0 to 1. */
  setVolume(volume: number): void;
  setOn(state: 'on' | 'off'): void;
}

/** What a browser counts as a gesture with fingers, mice and keys alike: a pointer that goes down is none on touch screens. */
const GESTURES = ['click', 'keydown'] as const;

/**
 * Sounds made in code. The browser allows them only after a gesture, and opening the device can take a phone a tenth of a
 * second: it is opened only where sound is on, and after what the gesture itself shows.
 */
export function createSounds(page: Window & typeof globalThis): Sounds {
  let device: AudioContext | null = null;
  let volume = 0.5;
  let on = false;
  const open = () =>
    afterPaint(() => {
      if (!on) return;
      device ??= new page.AudioContext();
      void device.resume().then(forget);
    });
  const forget = () => {
    for (const gesture of GESTURES) page.removeEventListener(gesture, open);
  };
  return {
    setVolume: (next) => {
      volume = Math.min(1, Math.max(0, next));
    },
    setOn: (state) => {
      on = state === 'on';
      forget();
      if (!on || device?.state === 'running') return;
      for (const gesture of GESTURES) page.addEventListener(gesture, open);
      if (page.navigator.userActivation?.isActive === true) open();
    },
    sample: (name) => {
      device ??= new page.AudioContext();
      const opened = device;
      void opened.resume().then(() => {
        for (const note of NOTES[name]) strike(opened, note, volume);
      });
    },
    play: (name) => {
      if (device === null || !on || device.state !== 'running') return;
      for (const note of NOTES[name]) strike(device, note, volume);
    },
  };
}

function strike(device: AudioContext, note: Note, volume: number): void {
  // An exponential fall to almost nothing cannot begin at nothing: it would be heard.
  if (volume === 0) return;
  const start = device.currentTime + note.at;
  const tone = device.createOscillator();
  const gain = device.createGain();
  tone.type = 'sine';
  tone.frequency.value = note.hertz;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(0.16 * volume, start + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + note.seconds);
  tone.connect(gain).connect(device.destination);
  tone.start(start);
  tone.stop(start + note.seconds + 0.02);
}
