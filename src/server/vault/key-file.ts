import { readFileSync } from 'node:fs';

/** What a file of `keys/` holds; null: there is no such file. One that is empty or cut, as a disk that was full leaves it, holds nothing. */
export function readKeyFile(path: string): Readonly<Record<string, unknown>> | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  try {
    const held: unknown = JSON.parse(text);
    return typeof held === 'object' && held !== null ? (held as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}
