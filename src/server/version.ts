import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from './root.ts';

/** What runs. */
export interface Version {
  /** Of the package; CHANGELOG.md says what is in it. */
  readonly version: string;
  /** Of the sources it was built from; null: not built, or not from a checkout. */
  readonly commit: string | null;
}

/** The version of this installation, read from its files. */
export function runningVersion(root: string = repositoryRoot()): Version {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string };
  return { version, commit: commitOf(root) };
}

function commitOf(root: string): string | null {
  try {
    const text = readFileSync(join(root, 'build/commit'), 'utf8').trim();
    return /^[0-9a-f]{7,40}$/.test(text) ? text : null;
  } catch {
    return null;
  }
}
