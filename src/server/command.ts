import { ConfigError } from './config/config.ts';
import { NoEmbeddedDatabase } from './db/embedded/binaries.ts';
import { isOutage } from './db/index.ts';
import { EXIT } from './supervisor/exit-codes.ts';
import { FolderInUse } from './supervisor/lock.ts';

/** A command does not do what it was asked for; the message is a sentence for people. Nothing was changed. */
export class CommandRefused extends Error {}

/** The words behind a command make no sense: its usage is shown with the sentence. */
export class WrongWords extends Error {}

class Stopped extends Error {
  constructor() {
    super('Stopped. What was begun is taken away again, or goes on at the next run.');
  }
}

export function say(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Aborted by Ctrl-C and by whoever asks the process to end. */
export function whenStopped(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => stopping.abort(new Stopped()));
  }
  return stopping.signal;
}

/**
 * Runs a command of the shell and sets the exit code: its own, 2 where it was refused, 1 where it failed. What only the operator can mend is
 * a sentence, not a stack; what nobody foresaw is thrown on.
 */
export async function runToEnd(usage: readonly string[], command: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command();
  } catch (error) {
    const lines = linesOf(error, usage);
    if (lines === null) throw error;
    process.stderr.write(`${lines.join('\n')}\n`);
    process.exitCode =
      error instanceof Stopped || isOfSystem(error) || isOfDatabase(error) ? EXIT.gaveUp : EXIT.cannotStart;
  }
}

/** What to tell of an error; null: it is no answer to what was asked. */
function linesOf(error: unknown, usage: readonly string[]): readonly string[] | null {
  if (error instanceof WrongWords) return [error.message, '', ...usage];
  if (error instanceof ConfigError) return error.mistakes;
  const told = [CommandRefused, Stopped, FolderInUse, NoEmbeddedDatabase].some((kind) => error instanceof kind);
  if (told) return [(error as Error).message];
  if (isOfDatabase(error)) return [`The database cannot be used: ${error.message}.`];
  return isOfSystem(error) ? [systemText(error)] : null;
}

/** It does not answer, does not let us in, does not know the name that was given, or can write nothing now. */
function isOfDatabase(error: unknown): error is Error {
  return error instanceof Error && isOutage(error);
}

const OF_DISK = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM']);

function isOfSystem(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && OF_DISK.has(String(error.code));
}

function systemText({ code, path }: NodeJS.ErrnoException): string {
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return 'The disk is full. What was begun is taken away again, or goes on at the next run.';
  if (code === 'EROFS') return `The disk of ${path ?? 'the target'} is read-only.`;
  return `This user may not use ${path ?? 'the folder'}: run the command as the user who runs the product.`;
}
