import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '#server/config/config.ts';

/** A backup that is being put in place as a data folder. */
export interface Restoring {
  /** Folder of the backup. */
  readonly backup: string;
  /** Where what lay in the data folder is put; null: nothing did. */
  readonly aside: string | null;
}

/** Beside the folder, which is away for a moment; in it where nobody may write beside it. */
const marksOf = (dataDir: string) => [`${dataDir}.restoring`, join(dataDir, '.restoring')] as const;

/** From now on nothing starts on the folder, also after a kill; the function that is given ends that. */
export function markRestore(dataDir: string, restoring: Restoring): () => void {
  const [beside, inside] = marksOf(dataDir);
  const write = (path: string) => writeFileSync(path, JSON.stringify(restoring), { mode: 0o600, flush: true });
  try {
    write(beside);
  } catch (error) {
    if (restoring.aside !== null) throw error;
    write(inside);
  }
  return () => {
    for (const path of [beside, inside]) rmSync(path, { force: true });
  };
}

/** Throws ConfigError where a backup is being put in place as this folder, or was when the command was killed: what is there is half of it. */
export function refuseUnfinishedRestore(dataDir: string): void {
  const mark = marksOf(dataDir).find((path) => existsSync(path));
  if (mark === undefined) return;
  const { backup, aside } = read(mark);
  const again = `npm run restore -- ${backup ?? 'DIR'} --replace`;
  const before =
    aside === null || aside === undefined
      ? ''
      : ` What lay there before is in ${aside}: to go back to it, put it in place and delete ${mark}.`;
  throw new ConfigError([
    `A restore into ${dataDir} has not ended: wait for it, or, if it was killed, run ${again} again.${before}`,
  ]);
}

/** The command may have been killed while it wrote this. */
function read(mark: string): Partial<Restoring> {
  try {
    return JSON.parse(readFileSync(mark, 'utf8')) as Restoring;
  } catch {
    return {};
  }
}
