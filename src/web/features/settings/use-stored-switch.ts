import { useEffect, useState } from 'react';

export interface StoredSwitch {
  readonly on: boolean;
  readonly set: (on: boolean) => void;
}

/** Told to the rest of the page when a switch of this device turned. */
const CHANGED = 'tikvo:device-switch';

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** A switch kept on this device as `1` or `0`, and watched: another tab may turn it. */
export function useStoredSwitch(key: string, first: 'on' | 'off'): StoredSwitch {
  const [on, setOn] = useState(first === 'on');
  useEffect(() => {
    const look = () => {
      const kept = read(key);
      setOn(kept === null ? first === 'on' : kept === '1');
    };
    look();
    addEventListener(CHANGED, look);
    addEventListener('storage', look);
    return () => {
      removeEventListener(CHANGED, look);
      removeEventListener('storage', look);
    };
  }, [key, first]);
  const set = (next: boolean) => {
    setOn(next);
    try {
      localStorage.setItem(key, next ? '1' : '0');
    } catch {
      // A browser that keeps nothing: the switch holds until the page is left.
    }
    dispatchEvent(new Event(CHANGED));
  };
  return { on, set };
}
