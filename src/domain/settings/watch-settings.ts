import type { SettingDefinition } from './definition.ts';

const base = { group: 'Surveillance of markets', loosens: 'up' } as const;

/** From when on what happens in a market is a flag: to see it later is to loosen. */
export const WATCH_SETTINGS = {
  'watch.large_shares': {
    ...base,
    title: 'A holding or order is large from',
    says: 'Shares. What is smaller is no flag.',
    unit: 'count',
    least: 1n,
    most: 1_000_000n,
    standard: 500n,
  },
  'watch.holder_percent': {
    ...base,
    title: 'One holder is a flag from',
    says: 'Of all shares of one outcome, where the holding is large.',
    unit: 'percent',
    least: 1n,
    most: 100n,
    standard: 40n,
  },
  'watch.both_ways': {
    ...base,
    title: 'Fills both ways are a flag from',
    says: 'Between the same two accounts in 24 hours, in the direction with fewer of them. Of accounts on one device one fill is a flag.',
    unit: 'count',
    least: 1n,
    most: 1_000n,
    standard: 3n,
  },
  'watch.before_minutes': {
    ...base,
    title: 'First fills before a result are looked at for',
    says: 'How long before the first proposal of a result somebody traded for the first time in the market, and large.',
    unit: 'minutes',
    least: 1n,
    most: 10_080n,
    standard: 60n,
    loosens: 'down',
  },
  'watch.cancelled_seconds': {
    ...base,
    title: 'A large order is cancelled quickly within',
    says: 'Of being placed, with nothing filled.',
    unit: 'seconds',
    least: 1n,
    most: 600n,
    standard: 10n,
    loosens: 'down',
  },
  'watch.cancelled_orders': {
    ...base,
    title: 'Quickly cancelled orders are a flag from',
    says: 'Large orders of one account in a market in 24 hours.',
    unit: 'count',
    least: 1n,
    most: 1_000n,
    standard: 5n,
  },
} as const satisfies Readonly<Record<string, SettingDefinition>>;
