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

/** A restore that is under way. */
export interface Mark {
  /** Where what lay in the folder is, or is put now: of the first of several restores, the others of which were killed. null: nothing lay there. */
  readonly before: string | null;
  /** The folder is whole: it may be started on. */
  done(): void;
  /** The restore is taken back: the folder is as it was before it, which may be half of an earlier one. */
  undone(): void;
}

/** From now on nothing starts on the folder, also after a kill, until the restore is done or taken back. */
export function markRestore(dataDir: string, { backup, aside }: Restoring): Mark {
  const [beside, inside] = marksOf(dataDir);
  const earlier = unfinishedOf(dataDir);
  const first = earlier?.aside ?? null;
  const before = first !== null && existsSync(first) ? first : aside;
  const write = (path: string, text: string) => writeFileSync(path, text, { mode: 0o600, flush: true });
  const done = () => {
    for (const path of [beside, inside]) rmSync(path, { force: true });
  };
  const undone = () => (earlier === null ? done() : write(earlier.mark, earlier.text));
  const text = JSON.stringify({ backup, aside: before } satisfies Restoring);
  try {
    write(beside, text);
  } catch (error) {
    // A full disk leaves a mark without a word.
    undone();
    if (aside !== null) throw error;
    write(inside, text);
  }
  return { before, done, undone };
}

/** Throws ConfigError where a backup is being put in place as this folder, or was when the command was killed: what is there is half of it. */
export function refuseUnfinishedRestore(dataDir: string): void {
  const unfinished = unfinishedOf(dataDir);
  if (unfinished === null) return;
  const { backup, aside, mark } = unfinished;
  const again = `npm run restore -- ${backup ?? 'DIR'} --replace`;
  const before = aside === null || aside === undefined ? '' : ` ${whereBefore(aside, { dataDir, mark })}`;
  throw new ConfigError([
    `A restore into ${dataDir} has not ended: wait for it, or, if it was killed, run ${again} again.${before}`,
  ]);
}

/** The mark is written before anything is moved: a command that was killed in between has moved nothing. */
function whereBefore(aside: string, { dataDir, mark }: { readonly dataDir: string; readonly mark: string }): string {
  return existsSync(aside)
    ? `What lay there before is in ${aside}: to go back to it, put it in place and delete ${mark}.`
    : `What lay there before was to be put in ${aside}, which is not there: either the command was killed before it moved anything, or somebody has moved it since. Where ${dataDir} is as it was before, delete ${mark}.`;
}

interface Unfinished extends Partial<Restoring> {
  /** The file that says so, and what stands in it: little, where the command was killed while it wrote this. */
  readonly mark: string;
  readonly text: string;
}

/** Null: no restore is under way, or was killed. */
function unfinishedOf(dataDir: string): Unfinished | null {
  const mark = marksOf(dataDir).find((path) => existsSync(path));
  if (mark === undefined) return null;
  const text = readFileSync(mark, 'utf8');
  try {
    return { ...(JSON.parse(text) as Restoring), mark, text };
  } catch {
    return { mark, text };
  }
}
