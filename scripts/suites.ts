/** The long suites of `.ci/run`, and which of them a run takes (docs/decisions/0110). */

export interface Suite {
  readonly name: string;
  /** What it takes on two cores that have nothing else to do. */
  readonly seconds: number;
  /** A command or a function of `.ci/run`; words are parted by single spaces. */
  readonly command: string;
  /** Its subject: a change of a file whose path matches is a change of the suite's. */
  readonly watches: readonly RegExp[];
}

const LOCK = /^package-lock\.json$/;
const MONEY = /^src\/(domain|server)\/(ledger|trading)\//;
/** Start, parent process and threads. */
const PROCESSES = /^src\/server\/(supervisor\/|engine|main|start|serve|signer-host)/;

export const SUITES: readonly Suite[] = [
  {
    name: 'unit part on Node 20.19.0',
    seconds: 70,
    command: 'vitest_on_node 20.19.0 --config vitest.config.ts --project unit',
    watches: [LOCK, /^src\/(domain|protocol|verify|bot)\//, /^src\/server\/[^/]*$/],
  },
  {
    name: 'unit part on Node 22.23.3',
    seconds: 70,
    command: 'vitest_on_node 22.23.3 --config vitest.config.ts --project unit',
    watches: [LOCK],
  },
  {
    name: 'unit part on Node 24.21.0',
    seconds: 70,
    command: 'vitest_on_node 24.21.0 --config vitest.config.ts --project unit',
    watches: [LOCK, /^src\/(domain|protocol|verify|bot|server)\//],
  },
  {
    // What `npm test` had no turn for: a part of it each run.
    name: 'more scenarios',
    seconds: 300,
    command: 'npm run --silent test:scenarios:more',
    watches: [/^src\/(server|domain|verify|bot)\//],
  },
  {
    name: 'more stories in the browser',
    seconds: 500,
    command: 'npm run --silent test:e2e:more',
    watches: [/^src\/web\//, /^tests\/e2e\//],
  },
  {
    // What a newer Node can do, libraries offer to browsers: keys, compression.
    name: 'the main job and sign-in in the browser on Node 24.21.0',
    seconds: 100,
    command: 'vitest_on_node 24.21.0 --config vitest.e2e.config.ts story.e2e auth.e2e',
    watches: [LOCK, /^src\/server\/(http|live|identity|engine-client|net|bus)\//, /^src\/web\/(api|live)\//],
  },
  {
    name: "scenarios on Debian's PostgreSQL",
    seconds: 250,
    command: 'scenarios_on_debian_postgres',
    watches: [
      /^src\/server\/(db|ledger|vault|prices|jobs|upkeep|facts|idempotency|personal-data)\//,
      /\/(store|database)(-[\w-]+)?\.ts$/,
      PROCESSES,
    ],
  },
  {
    name: 'models, the middle form',
    seconds: 50,
    command: 'npm run --silent test:models:middle',
    watches: [MONEY, /^src\/domain\/(prices\/|money)/, /^tests\/model\//],
  },
  {
    name: 'planted faults',
    seconds: 100,
    command: 'npm run --silent test:planted',
    watches: [MONEY, /^tests\/(planted|sim)\//],
  },
  {
    name: 'API fuzz, 300 a route, and the contract',
    seconds: 280,
    command: 'npm run --silent test:fuzz',
    watches: [/^src\/protocol\//, /^src\/server\/http\//, /^tests\/fuzz\//],
  },
  {
    name: 'the contract, judged by Prism',
    seconds: 120,
    command: 'contract_through_prism',
    watches: [/^src\/protocol\//, /^src\/server\/http\//, /^tests\/fuzz\//],
  },
  {
    // A fifth of the orders of events of the full form, which take 12 minutes alone.
    name: 'simulator',
    seconds: 120,
    command: 'npm run --silent test:sim -- --interleavings=400',
    watches: [MONEY, /^src\/server\/prices\//, /^tests\/sim\//],
  },
  {
    name: 'what strangers try, the middle form',
    seconds: 180,
    command: 'npm run --silent test:abuse:middle',
    watches: [
      /^src\/domain\/(identity|privacy|limits|verification)\//,
      /^src\/server\/(identity|privacy|personal-data|limits|mail|audit|net|vault|geo|admin|verification)\//,
      /^src\/server\/http\//,
      /^tests\/abuse\//,
    ],
  },
  {
    // What the stories of `npm test` have not looked at yet; test:e2e:all has each view, and these stories again.
    name: 'browser, more views and what is seldom seen',
    seconds: 620,
    command: 'npm run --silent test:e2e:views',
    watches: [/^src\/web\//, /^tests\/e2e\//],
  },
  {
    name: 'chaos, 60 cycles',
    seconds: 600,
    command: 'npm run --silent test:chaos:middle',
    watches: [MONEY, PROCESSES, /^src\/server\/(db|proofs|facts|notifications|crash-points)/, /^tests\/chaos\//],
  },
];

/** Suites of what did not change that a run takes all the same. */
const TURNS = 2;

/** The files of each commit since some commit before; null where the history does not say. */
export type Changes = readonly (readonly string[])[] | null;

export interface Choice {
  readonly suite: Suite;
  readonly runs: boolean;
  /** For people. */
  readonly why: string;
}

/** `list` begun at its place `at`, any whole number; what stood before comes behind. */
function begunAt<T>(list: readonly T[], at: number): readonly T[] {
  const first = list.length === 0 ? 0 : ((at % list.length) + list.length) % list.length;
  return [...list.slice(first), ...list.slice(0, first)];
}

/**
 * Every suite once, those that run first and in the order in which they get their time: the quarter of the changed ones that most commits
 * touched, the other changed ones begun at another place each turn, and two of the rest in turn. `all` takes each.
 */
export function chooseSuites(options: {
  readonly suites: readonly Suite[];
  readonly changes: Changes;
  /** Moves on from run to run. */
  readonly turn: number;
  readonly all: boolean;
}): readonly Choice[] {
  const { suites, changes, turn, all } = options;
  const touching = ({ watches }: Suite) =>
    (changes ?? []).filter((paths) => paths.some((path) => watches.some((one) => one.test(path)))).length;
  const counted = suites.map((suite) => ({ suite, commits: touching(suite) }));
  const changed = counted.filter(({ commits }) => changes === null || commits > 0);
  const most = changed.toSorted((one, other) => other.commits - one.commits).slice(0, Math.ceil(changed.length / 4));
  const others = begunAt(
    changed.filter((one) => !most.includes(one)),
    turn,
  );
  const still = begunAt(
    counted.filter((one) => !changed.includes(one)),
    turn * TURNS,
  );
  return [
    ...[...most, ...others].map(({ suite, commits }) => ({
      suite,
      runs: true,
      why:
        changes === null
          ? 'the history does not say what changed'
          : `${commits} ${commits === 1 ? 'commit' : 'commits'} changed its subject`,
    })),
    ...still.map(({ suite }, at) => {
      const runs = all || at < TURNS;
      return { suite, runs, why: at < TURNS ? 'unchanged, and its turn' : all ? 'all were asked for' : 'unchanged' };
    }),
  ];
}
