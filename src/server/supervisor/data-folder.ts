import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { ConfigError } from '#server/config/config.ts';

/** Makes the data folder where it is missing. Throws ConfigError where there is none that can be written in. */
export function makeDataFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
    accessSync(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    const why = whyNot(hinderedBy({ path, error }));
    throw new ConfigError([`DATA_DIR names ${path}, and no folder can be made of it: ${why}.`]);
  }
}

/** Making several folders at once says of a read-only disk that there is none: the last one that is there knows better. */
export function hinderedBy({
  path,
  error,
  mayWrite = (at) => accessSync(at, constants.W_OK),
}: {
  readonly path: string;
  readonly error: unknown;
  /** For tests: throws where nothing may be written. */
  readonly mayWrite?: (at: string) => void;
}): unknown {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return error;
  let at = dirname(path);
  while (!existsSync(at)) at = dirname(at);
  try {
    mayWrite(at);
    return error;
  } catch (hindrance) {
    return hindrance;
  }
}

/** Why a folder could not be made, in a few words. */
export function whyNot(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (String(code)) {
    case 'EACCES':
    case 'EPERM':
      return 'this user may not write there';
    case 'EROFS':
      return 'the disk is read-only';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'the disk is full';
    case 'EEXIST':
    case 'ENOTDIR':
      return 'a file is in the way';
    default:
      return message;
  }
}
