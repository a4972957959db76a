import { accessSync, constants, mkdirSync } from 'node:fs';
import { ConfigError } from '#server/config/config.ts';

/** Makes the data folder where it is missing. Throws ConfigError where there is none that can be written in. */
export function makeDataFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
    accessSync(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new ConfigError([`DATA_DIR names ${path}, and no folder can be made of it: ${whyNot(error)}.`]);
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
