// `npm test`: the parts, small ones beside each other, each with its heading, time and counts, and one summary at the end; those that
// are apart run only where they are named. Of parts with turns a twelfth of the files runs, and those that always do (docs/tests.md#turns):
// a part that is named is whole, `npm test -- e2e:more` is the files of the five days that follow.
// A part that fails does not keep the others from running. `npm test -- unit matrix` runs these parts only.
// What waits for other processes and failed is tried a second time, and named as flaky where it passed then (docs/tests.md#a-second-try).
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesOfDay } from '../tests/runs/turns.mjs';
import { prepare } from './prepare.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');

const project = (name) => ['--project', name];
const BROWSER = ['--config', 'vitest.e2e.config.ts'];
/** Looks at what the stories have not looked at yet: parts of the names of files. */
const VIEWS = ['pages.e2e', 'sizes.e2e', 'e2e/seldom/'];
const NONE = /^$/;
/** What draws files and views, a whole number: the days since 1970. A second try after midnight draws the same. */
const DAY = Number((process.env.E2E_SEED ??= String(Math.floor(Date.now() / 86_400_000))));
/** Those with the same `run` go in one call of the runner, and fill the time in which another waits or has one file left. Of one with `always` these files run each day, the others in turn. */
const PARTS = [
  { name: 'unit', says: 'unit and property tests', args: project('unit') },
  {
    name: 'scenarios',
    says: 'scenarios on PostgreSQL',
    args: project('scenarios'),
    again: true,
    // Money, and the way in.
    always:
      /\/ledger\/|\/(trading(-race|-real)?|sale|payments|payouts|withdrawals|deposits|exchange-(orders|invariants)|event-life|auth)\.test\.ts$/,
  },
  {
    name: 'house',
    says: 'walls between the rooms, style, catalogue, purity',
    run: 'beside',
    args: project('house'),
    holds: /^tests\/[^/]*$/,
  },
  { name: 'matrix', says: 'who may call what', run: 'beside', args: project('matrix'), again: true },
  {
    name: 'fuzz',
    says: 'API fuzz, 20 requests a route, the contract and generated clients',
    run: 'beside',
    args: project('fuzz'),
    env: { FUZZ_REQUESTS: '20' },
    again: true,
  },
  {
    name: 'abuse',
    says: 'what strangers try: guesses, foreign pages, floods, files',
    run: 'beside',
    args: project('abuse'),
    again: true,
    always: NONE,
  },
  { name: 'sim', says: 'the exchange with faults drawn by seeds, 400 of them', run: 'beside', args: project('sim') },
  {
    name: 'planted',
    says: 'three planted faults that the simulator, or a run on PostgreSQL, must notice',
    run: 'beside',
    args: project('planted'),
    env: { PLANTED: 'short' },
  },
  {
    name: 'chaos',
    says: 'kills, cuts and restarts under load, the short form',
    run: 'beside',
    args: project('chaos'),
    env: { CHAOS: 'short' },
    always: /\/kill\.test\.ts$/,
  },
  {
    name: 'e2e',
    says: 'the stories in a real browser',
    args: BROWSER,
    again: true,
    always: /\/story\.e2e\.ts$/,
    holds: /^tests\/e2e\/[^/]*\.e2e\.ts$/,
  },
  {
    name: 'views',
    says: 'each page in every width, language and theme that the day draws, and what is seldom seen',
    args: BROWSER,
    files: VIEWS,
    env: { E2E_ALL: 'drawn' },
    again: true,
    apart: true,
  },
];

/** So many of the files are named at the end with their seconds. */
const LONGEST = 12;

/** Where more files of a part fail than this, it is no noise, and nothing is tried again. */
const FILES_AGAIN = 3;

/** Results per file as vitest wrote them; empty where it did not come so far. */
function resultsOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).testResults;
  } catch {
    return [];
  }
}

/** Name and first lines of every test that failed, so that the end of a long log still says what happened. */
function failuresOf(results) {
  return results.flatMap(({ name, message, assertionResults }) => {
    const broken = assertionResults
      .filter((one) => one.status === 'failed')
      .map((one) => ({ test: one.fullName, why: one.failureMessages.join(' ') }));
    return broken.length === 0 && message ? [{ test: name, why: message }] : broken;
  });
}

/** Real recorded prices, unless told otherwise, lie beside the repository. */
function recordedDir() {
  const given = process.env.RECORDED_DIR;
  if (given !== undefined && given !== '') return given;
  const beside = resolve(ROOT, '../shared/recorded');
  return existsSync(beside) ? beside : undefined;
}

function countsOf(results) {
  const count = (...words) =>
    results.flatMap((one) => one.assertionResults).filter((one) => words.includes(one.status)).length;
  return { passed: count('passed'), failed: count('failed'), skipped: count('pending', 'skipped') };
}

/** Files of all parts with the seconds that each took. */
const took = [];

/** One run of vitest: how it ended, and what it wrote down. */
function runVitest({ args, files = [], env }, file) {
  const recorded = recordedDir();
  const { status } = spawnSync(
    process.execPath,
    [
      VITEST,
      'run',
      ...args,
      ...files,
      '--passWithNoTests=false',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile=${file}`,
    ],
    {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, ...(recorded === undefined ? {} : { RECORDED_DIR: recorded }), ...env },
    },
  );
  const results = resultsOf(file);
  took.push(
    ...results.map((one) => ({ name: relative(ROOT, one.name), seconds: (one.endTime - one.startTime) / 1000 })),
  );
  return { status, results };
}

const holdsOf = ({ name, holds = new RegExp(`^tests/${name}/`) }) => holds;

/** The files of a part by their paths. */
function filesOf(part) {
  const holds = holdsOf(part);
  return readdirSync(join(ROOT, 'tests'), { recursive: true })
    .map((path) => `tests/${path.replaceAll('\\', '/')}`)
    .filter((path) => holds.test(path) && /\.(test|e2e)\.ts$/.test(path))
    .toSorted();
}

/** A part as it was asked for: with its files where it has a part of them. */
function asked(part) {
  const more = wanted.includes(`${part.name}:more`);
  if (part.always === undefined || (wanted.length > 0 && !more)) return part;
  const files = filesOfDay(filesOf(part), { always: part.always, day: DAY, more });
  return { ...part, files, of: filesOf(part).length };
}

/** Runs parts in one call; each with its counts, and the seconds from the begin of its first file to the end of its last. */
function runBeside(parts, folder) {
  if (parts.length === 1) return [runPart(parts[0], folder)];
  for (const { name, says } of parts) process.stdout.write(`\n=== ${name}: ${says}`);
  process.stdout.write('\n');
  const together = {
    args: parts.flatMap(({ args }) => args),
    env: Object.assign({}, ...parts.map(({ env }) => env)),
    files: parts.some(({ of }) => of !== undefined) ? parts.flatMap((part) => part.files ?? filesOf(part)) : [],
  };
  const begin = Date.now();
  const { status, results } = runVitest(together, join(folder, `${parts[0].name}.json`));
  const counted = parts.map((part) => {
    const { name } = part;
    const first = results.filter((one) => holdsOf(part).test(relative(ROOT, one.name).replaceAll('\\', '/')));
    const times = first.flatMap((one) => [one.startTime, one.endTime]);
    const span = times.length === 0 ? 0 : Math.max(...times) - Math.min(...times);
    const { results: own, flaky } = secondTry(part, first, folder);
    const counts = countsOf(own);
    // No part may be without tests, but one of which no file has its turn: else that is a fault of its pattern.
    if (own.length === 0 && part.files?.length !== 0) counts.failed = 1;
    return { name, beside: span / 1000, seconds: 0, ...counts, flaky, failures: failuresOf(own) };
  });
  // All of it is counted once, where the table is summed up.
  counted[0].seconds = (Date.now() - begin) / 1000;
  if (status !== 0 && counted.every(({ failed, flaky }) => failed === 0 && flaky.length === 0)) counted[0].failed = 1;
  return counted;
}

/** What failed, once more, where the part allows it and little failed: the results that count, and what passed this time. */
function secondTry(part, first, folder) {
  const files = first.filter((one) => one.status === 'failed').map((one) => one.name);
  if (!part.again || files.length === 0 || files.length > FILES_AGAIN) return { results: first, flaky: [] };
  process.stdout.write(`\n=== ${part.name}: a second try of ${files.length} files\n`);
  // Whole files: the tests of one tell a story, each goes on from the one before.
  const second = runVitest({ ...part, files }, join(folder, `${part.name}-again.json`));
  const broken = new Set(failuresOf(second.results).map(({ test }) => test));
  const done = new Set(second.results.map((one) => one.name));
  return {
    status: second.status,
    results: [...first.filter((one) => !done.has(one.name)), ...second.results],
    flaky: failuresOf(first).filter(({ test }) => done.size > 0 && !broken.has(test)),
  };
}

function runPart(part, folder) {
  const { name, says, files } = part;
  // Without files the runner would take all there are.
  if (files?.length === 0) return { name, seconds: 0, ...countsOf([]), flaky: [], failures: [] };
  process.stdout.write(`\n=== ${name}: ${says}\n`);
  const begin = Date.now();
  const run = runVitest(part, join(folder, `${name}.json`));
  const { status = run.status, results, flaky } = secondTry(part, run.results, folder);
  const counts = countsOf(results);
  // A part that ended badly without naming a failed test (a crash, no test at all) counts as one failure.
  if (status !== 0 && counts.failed === 0) counts.failed = 1;
  return { name, seconds: (Date.now() - begin) / 1000, ...counts, flaky, failures: failuresOf(results) };
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter(
  (name) => !PARTS.some((part) => name === part.name || (part.always !== undefined && name === `${part.name}:more`)),
);
if (unknown.length > 0) {
  process.stderr.write(
    `No such part: ${unknown.join(', ')}. There are ${PARTS.map((part) => part.name).join(', ')}.\n`,
  );
  process.exit(1);
}
prepare();
const folder = mkdtempSync(join(tmpdir(), 'tikvo-counts-'));
const chosen = PARTS.filter(({ name, apart }) =>
  wanted.length === 0 ? apart !== true : wanted.includes(name) || wanted.includes(`${name}:more`),
).map(asked);
for (const { name, files, of } of chosen)
  if (of !== undefined) process.stdout.write(`${name}: ${files.length} of ${of} files, drawn by E2E_SEED=${DAY}\n`);
const runs = new Map();
for (const part of chosen) runs.set(part.run ?? part.name, [...(runs.get(part.run ?? part.name) ?? []), part]);
const results = [...runs.values()].flatMap((parts) => runBeside(parts, folder));
rmSync(folder, { recursive: true });

const sum = (key) => results.reduce((total, result) => total + result[key], 0);
process.stdout.write('\npart        passed  failed  skipped  seconds\n');
for (const { name, passed, failed, skipped, beside, seconds } of [
  ...results,
  { name: 'all', passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped'), seconds: sum('seconds') },
]) {
  process.stdout.write(
    `${name.padEnd(10)}${String(passed).padStart(8)}${String(failed).padStart(8)}${String(skipped).padStart(9)}` +
      `${(beside ?? seconds).toFixed(1).padStart(9)}${beside === undefined ? '' : '  beside each other'}\n`,
  );
}
const longest = took.toSorted((one, other) => other.seconds - one.seconds).slice(0, LONGEST);
process.stdout.write(
  `\nlongest files: ${longest.map(({ name, seconds }) => `${name} ${seconds.toFixed(0)} s`).join(', ')}\n`,
);
const headOf = (why) =>
  why
    .split('\n')
    .filter((line) => !line.includes('node_modules/'))
    .slice(0, 12)
    .join('\n    ');
for (const { name, flaky, failures } of results) {
  for (const { test, why } of flaky)
    process.stdout.write(`FLAKY ${name}: passed at the second try: ${test}: ${headOf(why)}\n`);
  for (const { test, why } of failures) process.stdout.write(`FAILED ${name}: ${test}: ${headOf(why)}\n`);
}
process.exit(sum('failed') === 0 ? 0 : 1);
