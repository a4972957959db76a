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
  /** Plays nothing before the first gesture on the page, or while switched off. */
  play(name: SoundName): void;
  setVolume(volume: number): void;
  setOn(state: 'on' | 'off'): void;
}

/** Sounds made in code. The browser allows them only after a gesture, so the first one on the page opens the device. */
export function createSounds(page: Window & typeof globalThis): Sounds {
  let device: AudioContext | null = null;
  let volume = 0.5;
  let on = false;
  const open = () => {
    device ??= new page.AudioContext();
    void device.resume();
  };
  page.addEventListener('pointerdown', open, { once: true });
  page.addEventListener('keydown', open, { once: true });
  return {
    setVolume: (next) => {
      volume = Math.min(1, Math.max(0, next));
    },
    setOn: (state) => {
      on = state === 'on';
    },
    play: (name) => {
      if (device === null || !on || device.state !== 'running') return;
      for (const note of NOTES[name]) strike(device, note, volume);
    },
  };
}

function strike(device: AudioContext, note: Note, volume: number): void {
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
