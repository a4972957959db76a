/** How much of each fault one run takes: `npm test` the short form, `.ci/run` the middle one, `npm run test:chaos` all, a night 1,000 kills. */
export interface ChaosSize {
  /** Kills of the engine under load. */
  readonly cycles: number;
  /** Kills at each named point. */
  readonly crashes: number;
  /** At every point, or at half of them. */
  readonly everyPoint: boolean;
  /** Connections cut at COMMIT. */
  readonly cuts: number;
  /** Kills at each place of a withdrawal that is sent. */
  readonly payouts: number;
  /** Owners that sleep past their lease; the short form is rivals.test.ts alone. */
  readonly owners: number;
  /** Facts, and kills of the processes that follow them. */
  readonly followers: { readonly facts: number; readonly kills: number };
  /** Kills of PostgreSQL under an engine, and restarts of each kind under the API. */
  readonly databaseKills: number;
  readonly outages: number;
  /** Operations that are sent so many times each, in groups of so many; kills of the server in so many of the groups. */
  readonly retries: {
    readonly operations: number;
    readonly times: number;
    readonly group: number;
    readonly kills: number;
  };
}

const SIZES = {
  short: {
    cycles: 5,
    crashes: 1,
    everyPoint: false,
    cuts: 12,
    payouts: 1,
    owners: 0,
    followers: { facts: 1_000, kills: 5 },
    databaseKills: 1,
    outages: 1,
    retries: { operations: 20, times: 20, group: 5, kills: 2 },
  },
  middle: {
    cycles: 60,
    crashes: 3,
    everyPoint: true,
    cuts: 100,
    payouts: 3,
    owners: 12,
    followers: { facts: 10_000, kills: 20 },
    databaseKills: 4,
    outages: 2,
    retries: { operations: 40, times: 100, group: 20, kills: 1 },
  },
  full: {
    cycles: 60,
    crashes: 20,
    everyPoint: true,
    cuts: 500,
    payouts: 12,
    owners: 200,
    followers: { facts: 10_000, kills: 20 },
    databaseKills: 20,
    outages: 20,
    retries: { operations: 1_000, times: 100, group: 20, kills: 15 },
  },
} as const satisfies Record<string, ChaosSize>;

const ALL = { ...SIZES, night: { ...SIZES.full, cycles: 1_000, payouts: 100 } } as const;

function isSize(name: string): name is keyof typeof ALL {
  return name in ALL;
}

const asked = process.env['CHAOS'] ?? 'full';
if (!isSize(asked)) throw new Error(`CHAOS=${asked}? There are ${Object.keys(ALL).join(', ')}.`);

export const FORM = asked;
export const SIZE: ChaosSize = ALL[asked];
/** Against hanging alone: every wait within a test has an end of its own that says what it waited for. */
export const LIMIT_MS = 4 * 3_600_000;
