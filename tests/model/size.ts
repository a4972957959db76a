/**
 * How much one run of the models takes: `npm test` the short form, `.ci/run` the middle one, `npm run test:models` the plan's numbers, a night
 * 200,000 sequences. MODEL_RUNS asks for any other number of sequences of R-17.
 */
export interface ModelSize {
  /** Cases of stake, payout and split, and a tenth of what is costlier to split. */
  readonly cases: number;
  /** Sequences of commands, and how long each may be: the exchange in memory, the ledger on PostgreSQL. */
  readonly exchange: { readonly runs: number; readonly length: number };
  readonly ledger: { readonly runs: number; readonly length: number };
  /** Predictions of each bot. */
  readonly predictions: number;
  /** Predictions that race the ticks, at least. */
  readonly settlements: number;
}

const SIZES = {
  short: {
    cases: 20_000,
    exchange: { runs: 1_000, length: 100 },
    ledger: { runs: 100, length: 20 },
    predictions: 30_000,
    settlements: 101,
  },
  middle: {
    cases: 300_000,
    exchange: { runs: 1_500, length: 150 },
    ledger: { runs: 60, length: 100 },
    predictions: 100_000,
    settlements: 2_000,
  },
  full: {
    cases: 1_000_000,
    exchange: { runs: 5_000, length: 200 },
    ledger: { runs: 300, length: 200 },
    predictions: 1_000_000,
    settlements: 10_000,
  },
} as const satisfies Record<string, ModelSize>;

const ALL = {
  ...SIZES,
  night: { ...SIZES.full, exchange: { runs: 200_000, length: 200 }, ledger: { runs: 5_000, length: 200 } },
} as const;

function isSize(name: string): name is keyof typeof ALL {
  return name in ALL;
}

const asked = process.env['MODELS'] ?? 'short';
if (!isSize(asked)) throw new Error(`MODELS=${asked}? There are ${Object.keys(ALL).join(', ')}.`);

export const FORM = asked;
export const SIZE: ModelSize = ALL[asked];
/** Against hanging alone. */
export const LIMIT_MS = asked === 'night' ? 12 * 3_600_000 : 3_600_000;
