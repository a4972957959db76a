import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkAnchors } from './anchors.ts';
import type { Mirror } from './anchors.ts';
import { Fault } from './codes.ts';
import { Unreadable, jsonOf, namesIn } from './files.ts';
import { nodePrimitives } from './crypto/node-primitives.ts';

const USAGE = `Usage: verify anchors DIR [--root KEY] [KEPT]...

DIR         a copy of /transparency/v1: its keys, anchors and hours are checked against each other
--root KEY  the root public key in hex, from a place that you trust
KEPT        an anchor (anchors/<day>.json) that was kept elsewhere: it must be the one in DIR
`;

/** `verify anchors`: returns the exit code, 1 where a day differs, 2 where there was none to compare. Throws `Unreadable`. */
export function mainAnchors(words: readonly string[], write: (text: string) => void): number {
  const at = words.indexOf('--root');
  const root = at === -1 ? undefined : words[at + 1];
  const [folder, ...kept] = at === -1 ? words : words.toSpliced(at, 2);
  if (folder === undefined || (at !== -1 && root === undefined)) {
    write(USAGE);
    return 2;
  }
  try {
    const days = checkAnchors(mirrorOf(folder, kept), root, nodePrimitives);
    for (const { day, hours, fault } of days) {
      write(fault === null ? `valid ${day} ${hours} hours\n` : `invalid ${day} ${fault.code}, ${fault.message}\n`);
    }
    if (root === undefined)
      write('The root key was taken from the folder itself: compare it, or give it with --root.\n');
    const differ = days.filter(({ fault }) => fault !== null).length;
    if (days.length === 0) write('Nothing was compared: the folder holds no anchor.\n');
    write(`${days.length} compared, ${differ} differ\n`);
    if (days.length === 0) return 2;
    return differ > 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    write(`invalid ${folder} ${error.code}, ${error.message}\n0 compared, 1 differ\n`);
    return 1;
  }
}

function mirrorOf(folder: string, kept: readonly string[]): Mirror {
  const below = (name: string, pattern: RegExp) => {
    const path = join(folder, name);
    return existsSync(path) ? namesIn(path).filter((one) => pattern.test(one)) : [];
  };
  // A folder that is not there is no folder without anchors.
  namesIn(folder);
  const numbers = below('keys', /^\d+\.json$/).map((name) => Number.parseInt(name, 10));
  if (numbers.length === 0) {
    const inside = join(folder, 'v1');
    const where = existsSync(join(inside, 'keys')) ? `${inside} looks like the one` : 'give a copy of /transparency/v1';
    throw new Unreadable(`Cannot read ${folder}: it has no folder keys; ${where}.`);
  }
  return {
    keys: jsonOf(join(folder, 'keys', `${Math.max(...numbers)}.json`)),
    anchors: below('anchors', /^\d{4}-\d\d-\d\d\.json$/).map((name) => jsonOf(join(folder, 'anchors', name))),
    hours: below('hours', /^\d{4}-\d\d-\d\dT\d\d\.json$/).map((name) => jsonOf(join(folder, 'hours', name))),
    kept: kept.map(jsonOf),
  };
}
