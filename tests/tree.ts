import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '..');

export interface SourceFile {
  /** From the root of the checkout, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

const PROSE_AND_CODE = /\.(ts|tsx|mjs|css|sql|md|json|sh|html)$|^\.ci\/run$/;

/** Every text file that git tracks or would track, without the lock file. */
export function treeFiles(): SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  return listed
    .split('\n')
    .filter((path) => PROSE_AND_CODE.test(path) && path !== 'package-lock.json' && existsSync(join(ROOT, path)))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
}

/** What a file imports, by static, dynamic, type or re-export form. */
export function importsOf(file: SourceFile): string[] {
  const found: string[] = [];
  for (const match of file.text.matchAll(/(?:^|[^\w.])(?:from|import)\s*\(?\s*'([^'\n]+)'/g)) {
    if (match[1] !== undefined) found.push(match[1]);
  }
  return found;
}
