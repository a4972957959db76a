import { parseArgs, type ParseArgsConfig } from 'node:util';
import { WrongWords } from '#server/command.ts';

export const BACKUP_USAGE = [
  'npm run backup -- DIR [--keep N] [--keys DIR] [--check] [--folder]',
  '  copies the database and DATA_DIR into a new folder below DIR, while the product runs',
  '    --keep N    takes away older backups of this DATA_DIR, all but the newest N',
  '    --keys DIR  puts the keys there and not into the backup',
  '    --check     checks the backup afterwards',
  '    --folder    with DATABASE_URL: DATA_DIR alone, the database is backed up by its own tools',
  'npm run backup -- check DIR [--keys DIR]',
  '  reads a backup (the newest below DIR), starts PostgreSQL on a copy of it and checks what is in it',
] as const;

export interface BackupWords {
  readonly command: 'make' | 'check';
  readonly folder: string;
  readonly keep: number | null;
  readonly keys: string | null;
  readonly check: boolean;
  readonly folderOnly: boolean;
}

/** What the words behind `npm run backup --` ask for. Throws WrongWords. */
export function readBackupWords(words: readonly string[]): BackupWords {
  const { values, positionals } = parsed(words, {
    keep: { type: 'string' },
    keys: { type: 'string' },
    check: { type: 'boolean' },
    folder: { type: 'boolean' },
  });
  const command = positionals[0] === 'check' && positionals.length > 1 ? 'check' : 'make';
  const folder = command === 'check' ? positionals[1] : positionals[0];
  if (folder === undefined || positionals.length > (command === 'check' ? 2 : 1))
    throw new WrongWords('Name one folder.');
  const keep = textOf(values['keep']);
  if (keep !== null && !/^[1-9]\d{0,5}$/.test(keep))
    throw new WrongWords('--keep takes a number of backups, 1 or more.');
  return {
    command,
    folder,
    keep: keep === null ? null : Number(keep),
    keys: textOf(values['keys']),
    check: values['check'] === true,
    folderOnly: values['folder'] === true,
  };
}

export const RESTORE_USAGE = [
  'npm run restore -- DIR [--to DATA_DIR] [--keys DIR] [--replace]',
  '  puts a backup (the newest below DIR) in place as a data folder; nothing may run on it',
  '    --to DATA_DIR  instead of the DATA_DIR of the environment',
  '    --keys DIR     where the keys of the backup were put, if not into it',
  '    --replace      what lies there is put aside first, not lost',
] as const;

export interface RestoreWords {
  readonly folder: string;
  readonly to: string | null;
  readonly keys: string | null;
  readonly replace: boolean;
}

/** What the words behind `npm run restore --` ask for. Throws WrongWords. */
export function readRestoreWords(words: readonly string[]): RestoreWords {
  const { values, positionals } = parsed(words, {
    to: { type: 'string' },
    keys: { type: 'string' },
    replace: { type: 'boolean' },
  });
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) throw new WrongWords('Name one folder.');
  return { folder, to: textOf(values['to']), keys: textOf(values['keys']), replace: values['replace'] === true };
}

interface Parsed {
  readonly values: Readonly<Record<string, unknown>>;
  readonly positionals: readonly string[];
}

function parsed(words: readonly string[], options: NonNullable<ParseArgsConfig['options']>): Parsed {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    throw new WrongWords(error instanceof Error ? error.message : String(error));
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
