/**
 * Which long suites `.ci/run` takes, a line each with tabs between: `run` or `rest`, seconds, name, reason, command. Those that run come in
 * the order in which they get their time. `CI_ALL=1` takes all. Exit code 0 whatever the history is like: without one all count as changed.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chooseSuites, SUITES, type Changes } from './suites.ts';

const DAY_S = 86_400;

/** What git says in `folder`; null where it fails or is missing. */
function git(folder: string, args: readonly string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 });
  return status === 0 ? stdout : null;
}

/**
 * What changed since the newest commit that was made a day or more before the last one: by the clock of the commits, so that the same
 * checkout is read in the same way at any time. The main line only: what was merged counts as one commit. `changes` is null where there
 * is no such commit within reach: no repository, a shallow clone, a project of one day.
 */
export function readHistory(folder: string): { readonly changes: Changes; readonly turn: number } {
  const line = git(folder, ['log', '--first-parent', '--format=%H %ct']);
  if (line === null) return { changes: null, turn: Math.floor(Date.now() / 1_000 / DAY_S) };
  const commits = line
    .trim()
    .split('\n')
    .map((text) => {
      const [hash = '', seconds = ''] = text.split(' ');
      return { hash, madeAtS: Number(seconds) };
    });
  const last = commits[0]?.madeAtS ?? 0;
  // The days too: a shallow clone always has the same number of commits.
  const turn = Number(git(folder, ['rev-list', '--count', 'HEAD']) ?? 0) + Math.floor(last / DAY_S);
  const base = commits.find(({ madeAtS }) => madeAtS <= last - DAY_S);
  if (base === undefined) return { changes: null, turn };
  const since = commits.slice(0, commits.indexOf(base));
  return { changes: since.map(({ hash }) => filesOf(folder, hash)), turn };
}

function filesOf(folder: string, hash: string): readonly string[] {
  const said = git(folder, ['diff-tree', '-r', '-z', '--no-commit-id', '--name-only', `${hash}^1`, hash]) ?? '';
  return said.split('\0').filter((path) => path !== '');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const all = process.env['CI_ALL'] === '1';
  const choices = chooseSuites({ suites: SUITES, ...readHistory(join(import.meta.dirname, '..')), all });
  for (const { suite, runs, why } of choices)
    console.log([runs ? 'run' : 'rest', suite.seconds, suite.name, why, suite.command].join('\t'));
}
