import { execFileSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readHistory } from '../scripts/choose-suites.ts';
import { chooseSuites, SUITES, type Suite } from '../scripts/suites.ts';
import { ROOT, treeFiles } from './tree.ts';

/** Folders of `src` whose change asks for no long suite: `npm test` sees all of theirs. */
const SEEN_BY_NPM_TEST: readonly string[] = [];

describe('the long suites', () => {
  const paths = treeFiles().map(({ path }) => path);

  test.each(SUITES)('$name watches what there is', ({ watches }) => {
    const idle = watches.filter(
      (one) => one.source !== '^package-lock\\.json$' && !paths.some((path) => one.test(path)),
    );
    expect(idle).toEqual([]);
  });

  test('every folder of the source and of the long suites is watched: a new one is named in scripts/suites.ts', () => {
    const folders = new Set(
      paths.flatMap(
        (path) => /^src\/\w+\/[\w-]+\/|^tests\/(?:model|planted|fuzz|sim|abuse|e2e|chaos)\//.exec(path) ?? [],
      ),
    );
    expect(folders.size).toBeGreaterThan(30);
    const watched = (folder: string) =>
      paths.some(
        (path) => path.startsWith(folder) && SUITES.some(({ watches }) => watches.some((one) => one.test(path))),
      );
    expect([...folders].filter((folder) => !watched(folder))).toEqual(SEEN_BY_NPM_TEST);
  });

  test('each command is a script of the package or a function of .ci/run', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object };
    const run = readFileSync(join(ROOT, '.ci/run'), 'utf8');
    const unknown = SUITES.filter(({ command }) => {
      const [first = '', , , script = ''] = command.split(' ');
      return first === 'npm' ? !(script in scripts) : !run.includes(`\n${first}() {`);
    });
    expect(unknown).toEqual([]);
  });
});

const suite = (name: string): Suite => ({ name, seconds: 1, command: name, watches: [new RegExp(`^${name}/`)] });
const suites = ['a', 'b', 'c', 'd', 'e', 'f'].map(suite);
const chosen = (options: { changes: string[][] | null; turn?: number; all?: boolean }) =>
  chooseSuites({ suites, turn: 0, all: false, ...options });
const running = (...args: Parameters<typeof chosen>) =>
  chosen(...args)
    .filter(({ runs }) => runs)
    .map((one) => one.suite.name)
    .join('');

describe('which suites run', () => {
  test('the one most commits changed is first, then the other changed ones, then two in turn', () => {
    const choices = chosen({ changes: [['b/1', 'b/2', 'b/3'], ['d/1', 'a/1'], ['d/2']] });
    expect(choices.map((one) => `${one.runs ? 'run' : 'rest'} ${one.suite.name}: ${one.why}`)).toEqual([
      'run d: 2 commits changed its subject',
      'run a: 1 commit changed its subject',
      'run b: 1 commit changed its subject',
      'run c: unchanged, and its turn',
      'run e: unchanged, and its turn',
      'rest f: unchanged',
    ]);
  });

  test('from turn to turn the order of the changed ones begins elsewhere, and each unchanged one comes', () => {
    const changes = [['a/1'], ['b/1', 'a/2'], ['c/1']];
    expect([0, 1, 2].map((turn) => running({ changes, turn }))).toEqual(['abcde', 'acbfd', 'abcef']);
    const unchanged = [0, 1, 2].map((turn) => running({ changes: [['README.md']], turn }));
    expect(unchanged).toEqual(['ab', 'cd', 'ef']);
  });

  test('every suite may be first in some turn where all changed', () => {
    const all = [['a/1', 'b/1', 'c/1', 'd/1', 'e/1', 'f/1']];
    expect([0, 1, 2, 3].map((turn) => running({ changes: all, turn }))).toEqual([
      'abcdef',
      'abdefc',
      'abefcd',
      'abfcde',
    ]);
  });

  test('all run where the history does not say, and where all are asked for', () => {
    expect(running({ changes: null })).toBe('abcdef');
    expect(chosen({ changes: null })[0]?.why).toBe('the history does not say what changed');
    expect(running({ changes: [['f/1']], all: true })).toBe('fabcde');
  });
});

describe('what changed since a day before the last commit', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tikvo-history-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const HOUR_S = 3_600;
  const noon = 1_700_000_000;

  function git(at: string, atS: number, ...args: string[]): void {
    const date = `${atS} +0000`;
    const env = { ...process.env, GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date, GIT_CONFIG_GLOBAL: '/dev/null' };
    execFileSync('git', ['-c', 'user.name=one', '-c', 'user.email=one@example.test', ...args], {
      cwd: at,
      env,
      stdio: 'pipe',
    });
  }

  function commit(at: string, path: string, atS: number): void {
    const file = join(at, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, String(atS));
    git(at, atS, 'add', '-A');
    git(at, atS, 'commit', '-q', '-m', path);
  }

  function repository(name: string): string {
    const at = join(folder, name);
    mkdirSync(at);
    git(at, noon, 'init', '-q', '-b', 'main');
    return at;
  }

  const days = repository('days');
  for (const [path, hours] of [
    ['a/1', 0],
    ['b/1', 20],
    ['c/1', 30],
    ['d/1 ü', 47],
  ] as const)
    commit(days, path, noon + hours * HOUR_S);

  test('the commits behind the newest that is a day older', () => {
    expect(readHistory(days)).toEqual({ changes: [['d/1 ü'], ['c/1']], turn: 4 + 19_677 });
  });

  test('a merge is one commit of the main line, with all it brought, whenever that was made', () => {
    const merged = repository('merged');
    commit(merged, 'a/1', noon);
    commit(merged, 'a/2', noon + 1);
    git(merged, noon, 'switch', '-q', '-c', 'side', 'HEAD^');
    commit(merged, 'b/1', noon + 2);
    commit(merged, 'b/2', noon + 3);
    git(merged, noon, 'switch', '-q', 'main');
    git(merged, noon + 30 * HOUR_S, 'merge', '-q', '--no-ff', '-m', 'merge', 'side');
    expect(readHistory(merged)).toEqual({ changes: [['b/1', 'b/2']], turn: 5 + 19_677 });
  });

  test('a clock that went back hides nothing that came after it', () => {
    const odd = repository('odd');
    for (const [path, hours] of [
      ['a/1', 0],
      ['b/1', 90],
      ['c/1', 60],
      ['d/1', 80],
    ] as const)
      commit(odd, path, noon + hours * HOUR_S);
    expect(readHistory(odd).changes).toEqual([['d/1'], ['c/1'], ['b/1']]);
  });

  test('nothing is known of a shallow clone, of a project of one day, of a repository without commits and of a bare folder', () => {
    const shallow = join(folder, 'shallow');
    git(folder, noon, 'clone', '-q', '--depth', '2', `file://${days}`, shallow);
    const young = repository('young');
    commit(young, 'a/1', noon);
    commit(young, 'b/1', noon + HOUR_S);
    const bare = join(folder, 'bare');
    mkdirSync(bare);
    const unknown = [shallow, young, repository('empty'), bare].map((at) => readHistory(at).changes);
    expect(unknown).toEqual([null, null, null, null]);
  });
});
