import type { PoolClient } from 'pg';
import { dayOf } from '#protocol/office/days.ts';
import { withEnd, type PlayDay, type PlayEnd } from '#domain/limits/play-day.ts';
import { usdt } from '#domain/money.ts';
import type { Queryable } from '#server/db/index.ts';
import { countChart } from '#server/desk/charts.ts';
import type { ChartSeat } from '#server/desk/contract.ts';
import type { Follower, Told } from '#server/facts/index.ts';
import { countPlayers, lockPlayDays, putPlayDays } from './store-play-days.ts';

const KINDS = ['prediction.settled', 'round.settled'] as const;

/** Keeps how each person played by day. */
export const playDays: Follower<(typeof KINDS)[number]> = {
  name: 'play-days',
  kinds: KINDS,
  handle: addPlay,
};

async function addPlay(tx: PoolClient, facts: readonly Told<(typeof KINDS)[number]>[]): Promise<void> {
  const ends = facts.flatMap((fact) => endOf(fact) ?? []).toSorted((one, other) => one.at - other.at);
  const keys = [...new Map(ends.map(({ userId, day }) => [`${userId} ${day}`, { userId, day }])).values()];
  if (keys.length === 0) return;
  const known = await lockPlayDays(tx, keys);
  const days = new Map<string, PlayDay>(known.map(({ userId, day, play }) => [`${userId} ${day}`, play]));
  for (const end of ends) {
    const key = `${end.userId} ${end.day}`;
    days.set(key, withEnd(days.get(key) ?? null, end));
  }
  await putPlayDays(
    tx,
    keys.flatMap((key) => {
      const play = days.get(`${key.userId} ${key.day}`);
      return play === undefined ? [] : [{ ...key, play }];
    }),
  );
}

/** What is void was not played. */
function endOf(
  fact: Told<(typeof KINDS)[number]>,
): (PlayEnd & { readonly userId: string; readonly day: string }) | null {
  const { userId, at } = fact;
  const isVoid = fact.kind === 'round.settled' ? fact.result === 'VOID' : fact.outcome === 'VOID';
  if (isVoid) return null;
  const stake = usdt(BigInt(fact.kind === 'round.settled' ? fact.cost : fact.stake));
  return { userId, day: dayOf(at), at, stake, credit: usdt(BigInt(fact.credit)) };
}

/** People who played with real money by day, on the front page. */
export function playersChart({ db }: { readonly db: Queryable }): ChartSeat {
  return {
    place: 'front',
    id: 'players',
    title: 'People who played',
    note: 'With real money, by when it ended',
    permission: 'people.read',
    unit: 'count',
    shape: 'lines',
    order: 20,
    read: async (days) => {
      const rows = await countPlayers(db, days);
      const of = new Map(rows.map(({ day, count }) => [day, BigInt(count)]));
      return countChart(days, [{ label: 'People', tone: 'brand', of }]);
    },
  };
}
