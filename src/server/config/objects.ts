import { join } from 'node:path';
import type { ObjectPlace } from '../objects/index.ts';

/** What the environment says of the store of objects. */
interface ObjectSettings {
  readonly OBJECTS_URL?: string | undefined;
  readonly OBJECTS_REGION: string;
  readonly OBJECTS_KEY_ID?: string | undefined;
  readonly OBJECTS_SECRET?: string | undefined;
  readonly MODE: 'sandbox' | 'production';
}

/** Where objects are kept: the folder below `dataDir`, or the bucket of `OBJECTS_URL`. */
export function objectPlaceOf(settings: ObjectSettings, dataDir: string): ObjectPlace {
  const { OBJECTS_URL: url, OBJECTS_KEY_ID: keyId, OBJECTS_SECRET: secret } = settings;
  if (url === undefined || keyId === undefined || secret === undefined) {
    return { kind: 'disk', folder: join(dataDir, 'files', 'objects') };
  }
  return { kind: 's3', url: url.replace(/\/+$/, ''), region: settings.OBJECTS_REGION, keyId, secret };
}

/** What is wrong with the store of objects, in sentences. */
export function objectMistakes(settings: ObjectSettings): readonly string[] {
  const { OBJECTS_URL: url, OBJECTS_KEY_ID: keyId, OBJECTS_SECRET: secret } = settings;
  const given = [url, keyId, secret].filter((value) => value !== undefined).length;
  if (given === 0) return [];
  if (given < 3) return ['OBJECTS_URL, OBJECTS_KEY_ID and OBJECTS_SECRET go together.'];
  const isPlain = url?.startsWith('http:') === true;
  return isPlain && settings.MODE === 'production' ? ['MODE=production needs an OBJECTS_URL with https.'] : [];
}
