import { realpath, stat, statfs } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { CommandRefused } from '#server/command.ts';

/** Left free beside what is copied, for the log of what happens meanwhile and for the disk itself. */
const SPARE = 256 * 1024 * 1024;

/** Throws CommandRefused where the disk of `folder` has no room for so many bytes. */
export async function needRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(await nearest(folder));
  const free = bavail * bsize;
  if (free >= bytes + SPARE) return;
  throw new CommandRefused(
    `The disk of ${folder} has ${sizeText(free)} free; ${sizeText(bytes + SPARE)} are needed. Nothing was written.`,
  );
}

/** Throws CommandRefused where `inner` lies in `outer`: a copy would copy itself, and go when the folder goes. */
export async function keepApart(inner: string, outer: string): Promise<void> {
  const [one, other] = [await realOf(inner), await realOf(outer)];
  if (one !== other && !one.startsWith(`${other}${sep}`)) return;
  throw new CommandRefused(`${inner} lies in ${outer}, which is what it is to be a copy of: name another folder.`);
}

/** The path without links, also of a folder that is not made yet. */
async function realOf(path: string): Promise<string> {
  const there = await nearest(path);
  const rest = resolve(path).slice(there.length);
  return join(await realpath(there), rest);
}

/** The folder itself, or the nearest above it that there is. */
async function nearest(path: string): Promise<string> {
  const at = resolve(path);
  const found = await stat(at).catch(() => null);
  return found !== null || dirname(at) === at ? at : nearest(dirname(at));
}

/** `1.2 GB`. */
export function sizeText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]}`;
}
