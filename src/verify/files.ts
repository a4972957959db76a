import { readFileSync, readdirSync, statSync } from 'node:fs';

/** What was to be read and cannot be: `message` is a sentence for whoever asked. The command says it and ends with 2. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

const WHY: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'it is no folder',
  EISDIR: 'it is a folder',
  EACCES: 'it may not be read',
};

/** Asks the file system; what it throws becomes `Unreadable`. */
function asked<T>(path: string, look: () => T): T {
  try {
    return look();
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new Unreadable(`Cannot read ${path}: ${WHY[code] ?? message}.`, { cause: error });
  }
}

export const bytesOf = (path: string): Buffer => asked(path, () => readFileSync(path));
export const textOf = (path: string): string => asked(path, () => readFileSync(path, 'utf8'));
export const isFolder = (path: string): boolean => asked(path, () => statSync(path).isDirectory());
/** Names in a folder; `deep`: with those of all folders below it. */
export const namesIn = (path: string, { deep = false } = {}): string[] =>
  asked(path, () => readdirSync(path, { recursive: deep, encoding: 'utf8' }));

/** The document of a file. */
export function jsonOf(path: string): unknown {
  return parsed(textOf(path), path);
}

export function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new Unreadable(`Cannot read ${name}: it is no JSON.`, { cause: error });
  }
}
