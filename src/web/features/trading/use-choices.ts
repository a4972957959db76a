import { useEffect, useState, useSyncExternalStore } from 'react';
import { Store } from '#web/live/store.ts';
import { createSounds, type SoundName, type Sounds } from '#web/sound/sounds.ts';
import { FIRST_VOLUME, readVolume } from '#web/sound/volume.ts';
import {
  deviceStore,
  readChart,
  readFavourites,
  readSwitch,
  writeChart,
  writeFavourites,
  writeSwitch,
  type ChartChoice,
} from './remembered.ts';

export interface Choices {
  readonly favourites: ReadonlySet<string>;
  readonly sound: 'on' | 'off';
  /** Percent. */
  readonly volume: number;
  readonly keys: 'on' | 'off';
  readonly chart: ChartChoice;
}

const FIRST: Choices = {
  favourites: new Set(),
  sound: 'off',
  volume: FIRST_VOLUME,
  keys: 'on',
  chart: { kind: 'area', interval: '5s' },
};

function readAll(): Choices {
  const store = deviceStore();
  return {
    favourites: readFavourites(store),
    sound: readSwitch(store, 'sound'),
    volume: readVolume(store),
    keys: readSwitch(store, 'shortcuts'),
    chart: readChart(store),
  };
}

/** What this device keeps of the screen: favourites, sound, keys, the form of the chart. */
export function useChoices() {
  const [kept] = useState(() => new Store(readAll));
  const [sounds] = useState<Sounds | null>(() => (typeof window === 'undefined' ? null : createSounds(window)));
  const choices = useSyncExternalStore(
    kept.watch,
    () => kept.get(),
    () => FIRST,
  );
  useEffect(() => sounds?.setOn(choices.sound), [sounds, choices.sound]);
  useEffect(() => sounds?.setVolume(choices.volume / 100), [sounds, choices.volume]);

  const set = (part: Partial<Choices>) => kept.set({ ...kept.get(), ...part });
  return {
    choices,
    play: (name: SoundName) => sounds?.play(name),
    toggleFavourite: (id: string) => {
      const favourites = new Set(kept.get().favourites);
      if (!favourites.delete(id)) favourites.add(id);
      writeFavourites(deviceStore(), favourites);
      set({ favourites });
    },
    setSound: (sound: 'on' | 'off') => {
      writeSwitch(deviceStore(), 'sound', sound);
      set({ sound });
    },
    setKeys: (keys: 'on' | 'off') => {
      writeSwitch(deviceStore(), 'shortcuts', keys);
      set({ keys });
    },
    setChart: (chart: ChartChoice) => {
      writeChart(deviceStore(), chart);
      set({ chart });
    },
  };
}
