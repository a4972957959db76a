/** Loudness of the sounds of this device in percent, 0 to 100. */
export const FIRST_VOLUME = 50;
export const VOLUME_STEP = 5;

const KEY = 'tikvo.volume';

/** What the device keeps; the usual one where it keeps none, or nonsense. */
export function readVolume(store: Pick<Storage, 'getItem'>): number {
  const kept = store.getItem(KEY);
  const volume = kept === null || kept === '' ? Number.NaN : Number(kept);
  return Number.isInteger(volume) && volume >= 0 && volume <= 100 ? volume : FIRST_VOLUME;
}

export function writeVolume(store: Pick<Storage, 'setItem'>, volume: number): void {
  store.setItem(KEY, String(volume));
}
