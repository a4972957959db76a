import type { ObjectPlace, Objects } from './contract.ts';
import { diskObjects } from './disk.ts';
import { s3Objects } from './s3.ts';

export type { ObjectPlace, Objects } from './contract.ts';

/** Opens the store of objects that the settings name. */
export function openObjects(place: ObjectPlace): Objects {
  return place.kind === 'disk' ? diskObjects(place.folder) : s3Objects(place);
}
