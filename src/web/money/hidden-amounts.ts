import { useSyncExternalStore } from 'react';
import { STORED, readStored, writeStored } from '../api/stored.ts';

/** What stands in the place of an own amount: of one width, so that it tells nothing of its size. */
export const HIDDEN_AMOUNT = '••••••';

/** Told to the rest of the page when a switch of this device turned. */
const CHANGED = 'tikvo:device-switch';

function watch(listener: () => void): () => void {
  addEventListener(CHANGED, listener);
  addEventListener('storage', listener);
  return () => {
    removeEventListener(CHANGED, listener);
    removeEventListener('storage', listener);
  };
}

const read = () => readStored(STORED.balanceHidden) === '1';
const ofServer = () => false;

/** Whether own amounts are hidden on this device, in every part of the page and every tab at once. */
export function useHiddenAmounts(): boolean {
  return useSyncExternalStore(watch, read, ofServer);
}

/** Hides own amounts on this device, or shows them again. */
export function hideAmounts(how: 'hide' | 'show'): void {
  writeStored(STORED.balanceHidden, how === 'hide' ? '1' : '0');
  dispatchEvent(new Event(CHANGED));
}
