import { useEffect, useMemo, useState } from 'react';
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
import { createSounds, type SoundName } from './sounds.ts';

export interface Choices {
  readonly favourites: ReadonlySet<string>;
  readonly sound: 'on' | 'off';
  readonly keys: 'on' | 'off';
  readonly hidden: 'on' | 'off';
  readonly chart: ChartChoice;
}

const FIRST: Choices = {
  favourites: new Set(),
  sound: 'off',
  keys: 'on',
  hidden: 'off',
  chart: { kind: 'area', interval: '15s' },
};

/** What this device keeps of the screen: favourites, sound, keys, hidden balance, the form of the chart. */
export function useChoices() {
  const [choices, setChoices] = useState<Choices>(FIRST);
  const store = useMemo(() => (typeof window === 'undefined' ? null : deviceStore()), []);
  const sounds = useMemo(() => (typeof window === 'undefined' ? null : createSounds(window)), []);
  useEffect(() => {
    if (store === null) return;
    setChoices({
      favourites: readFavourites(store),
      sound: readSwitch(store, 'sound'),
      keys: readSwitch(store, 'shortcuts'),
      hidden: readSwitch(store, 'hidden'),
      chart: readChart(store),
    });
  }, [store]);
  useEffect(() => sounds?.setOn(choices.sound), [sounds, choices.sound]);

  const set = (part: Partial<Choices>) => setChoices((was) => ({ ...was, ...part }));
  return {
    choices,
    play: (name: SoundName) => sounds?.play(name),
    toggleFavourite: (id: string) => {
      const favourites = new Set(choices.favourites);
      if (!favourites.delete(id)) favourites.add(id);
      if (store !== null) writeFavourites(store, favourites);
      set({ favourites });
    },
    setSound: (sound: 'on' | 'off') => {
      if (store !== null) writeSwitch(store, 'sound', sound);
      set({ sound });
    },
    setKeys: (keys: 'on' | 'off') => {
      if (store !== null) writeSwitch(store, 'shortcuts', keys);
      set({ keys });
    },
    setHidden: (hidden: 'on' | 'off') => {
      if (store !== null) writeSwitch(store, 'hidden', hidden);
      set({ hidden });
    },
    setChart: (chart: ChartChoice) => {
      if (store !== null) writeChart(store, chart);
      set({ chart });
    },
  };
}
