import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { quickShare } from '#domain/cashier/withdrawal-times.ts';
import { DAY_MS } from '#domain/time.ts';
import { toIso } from '#protocol/codecs.ts';
import type { WithdrawalTimesWire } from '#protocol/cashier/times.ts';
import type { WithdrawParts } from '../parts.ts';
import { addressNetwork } from '../addresses/networks.ts';
import { timesBetween, type TimesRow } from './store-times.ts';

/** They are counted again after this, ms. */
const FRESH_MS = 15_000;
/** A page waits no longer for them, ms: it is shown with older ones, or without. */
const PATIENCE_MS = 500;

/** How long the withdrawals of the last 24 h took: the same for everybody. */
export interface WithdrawalTimes {
  /** Not older than 15 s. */
  read(): Promise<WithdrawalTimesWire>;
  /** For pages: what is known, without waiting for a database that hangs; null: nothing yet. */
  known(): Promise<WithdrawalTimesWire | null>;
}

type Parts = Pick<WithdrawParts, 'db' | 'clock' | 'networks'>;

export function createWithdrawalTimes(parts: Parts): WithdrawalTimes {
  let last: WithdrawalTimesWire | null = null;
  let triedAt = Number.NEGATIVE_INFINITY;
  let pending: Promise<WithdrawalTimesWire> | null = null;

  const read = async (): Promise<WithdrawalTimesWire> => {
    if (pending !== null) return pending;
    if (last !== null && parts.clock.monotonic() - triedAt < FRESH_MS) return last;
    triedAt = parts.clock.monotonic();
    pending = count(parts).finally(() => {
      pending = null;
    });
    last = await pending;
    return last;
  };

  return {
    read,
    known: async () => {
      // One that failed a moment ago is not tried for each page.
      const isDue = parts.clock.monotonic() - triedAt >= FRESH_MS;
      if (isDue || pending !== null) await Promise.race([read().catch(() => null), pause(PATIENCE_MS)]);
      return last;
    },
  };
}

async function count({ db, clock, networks }: Parts): Promise<WithdrawalTimesWire> {
  const to = clock.now();
  const from = to - DAY_MS;
  const rows = await timesBetween(db, { from, to });
  const all = rows.find(({ coin }) => coin === null);
  // Grouping by nothing gives a row of none as well.
  assert(all, 'no sum of withdrawals');
  return {
    from: toIso(from),
    to: toIso(to),
    ...figures(all),
    coins: rows.flatMap((row) => {
      const { coin, network } = row;
      if (coin === null || network === null) return [];
      return [{ coin, network: addressNetwork(networks, network)?.name ?? network, ...figures(row) }];
    }),
  };
}

function figures({ coin: _coin, network: _network, ...row }: TimesRow) {
  return { ...row, share: quickShare(row.underMinute, row.count) };
}
