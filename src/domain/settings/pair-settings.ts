import type { Usdt } from '../money.ts';
import type { Pair } from '../prices/pair.ts';
import { PAIRS } from '../prices/pairs.ts';
import { UNIT, type SettingDefinition } from './definition.ts';

/** Limits that each pair has of its own. */
export const PAIR_LIMITS = ['pair_stake', 'pair_bucket', 'pair_cap'] as const;
export type PairLimit = (typeof PAIR_LIMITS)[number];
export type PairSettingName = `${PairLimit}.${string}`;

export function pairSettingOf(limit: PairLimit, pairId: string): PairSettingName {
  return `${limit}.${pairId}`;
}

interface Kind {
  readonly title: string;
  readonly says: string;
  readonly most: bigint;
  readonly standard: (pair: Pair) => Usdt;
}

const KINDS: Readonly<Record<PairLimit, Kind>> = {
  pair_stake: {
    title: 'Maximum stake, real money',
    says: 'The largest stake of a prediction on this pair. Where that of all pairs is lower, that holds.',
    most: 5_000n * UNIT,
    standard: ({ maxStake }) => maxStake,
  },
  pair_bucket: {
    title: 'Worst case in 10 seconds',
    says: 'The most that predictions on this pair that end in the same 10 seconds may win together. Where that of all pairs is lower, that holds.',
    most: 25_000n * UNIT,
    standard: ({ bucketCap }) => bucketCap,
  },
  pair_cap: {
    title: 'Worst case',
    says: 'The most that all open predictions on this pair may win together. Where that of all pairs is lower, that holds.',
    most: 100_000n * UNIT,
    standard: ({ pairCap }) => pairCap,
  },
};

export function pairLimitTitle(limit: PairLimit): string {
  return KINDS[limit].title;
}

/** Settings of each pair, beside those of all of them. */
export const PAIR_SETTINGS: Readonly<Record<PairSettingName, SettingDefinition>> = Object.fromEntries(
  PAIRS.flatMap((pair) =>
    PAIR_LIMITS.map((limit): [PairSettingName, SettingDefinition] => {
      const { title, says, most, standard } = KINDS[limit];
      const terms = { group: 'Pairs', unit: 'USDT', least: UNIT, most, loosens: 'up' } as const;
      return [
        pairSettingOf(limit, pair.id),
        { ...terms, title: `${pair.id}: ${title}`, says, standard: standard(pair) },
      ];
    }),
  ),
);
