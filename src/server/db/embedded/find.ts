import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { DATABASE, PRODUCT } from './cluster.ts';
import { SUPERUSER } from './initdb.ts';
import type { Place } from './place.ts';
import { findPlace } from './place.ts';
import { findPostmaster } from './postmaster.ts';

/** The cluster of a data folder, as it lies there. */
export interface FoundCluster {
  readonly place: Place;
  /** Of the server that runs on it, as the product and as the superuser; null: none runs. They hold passwords: never log them. */
  readonly running: { readonly url: string; readonly adminUrl: string } | null;
}

/** Looks for the cluster of a data folder without making or starting anything; null: there is none. */
export function findCluster(dataDir: string): FoundCluster | null {
  const place = findPlace(resolve(dataDir));
  if (place === null) return null;
  const running = findPostmaster(place.data);
  if (running === null) return { place, running: null };
  const urlOf = (role: string, passwordFile: string) =>
    `postgresql://${role}:${readFileSync(passwordFile, 'utf8').trim()}@127.0.0.1:${running.port}/${DATABASE}`;
  return {
    place,
    running: { url: urlOf(PRODUCT, place.productPasswordFile), adminUrl: urlOf(SUPERUSER, place.passwordFile) },
  };
}
