import type { PoolClient } from 'pg';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { Actor } from '#domain/identity/actor.ts';
import type { TradingEligibility } from '#domain/identity/trading-eligibility.ts';
import { createLocalBus } from '#server/bus/index.ts';
import { ELIGIBLE } from '#tests/eligible.ts';
import { heldOrdersFollowers } from './held-orders.ts';

const NOW = 1_000_000;

it.each<[string, Partial<TradingEligibility>, string | null]>([
  ['blocked or closed', { blocked: true, selfExcluded: true, pausedUntil: Infinity }, 'shut_out'],
  ['kept from playing by staff', { restricted: true }, 'shut_out'],
  ['excluded', { selfExcluded: true, pausedUntil: Infinity }, 'excluded'],
  ['in a time-out', { pausedUntil: NOW + 1 }, 'time_out'],
  ['behind a time-out', { pausedUntil: NOW }, null],
  ['looked for on a new list', { name: 'PENDING_APPROVE' }, 'shut_out'],
  ['on a list', { name: 'BLOCKED' }, 'shut_out'],
  ['held back by an e-mail alone', { emailConfirmed: false }, null],
])('what would go on without somebody who is %s ends for that', async (_who, standing, because) => {
  const bus = createLocalBus();
  const ended: (readonly [string, object])[] = [];
  const noted = (what: string, { actor, which }: { readonly actor: Actor; readonly which: object }) => {
    ended.push([what, { userId: actor.userId, realm: actor.realm, which }]);
    return { ok: true, body: '{}', replayed: false } as const;
  };
  bus.answer('exchange.cancel', (asked) => noted('exchange.cancel', asked));
  bus.answer('trading.unschedule', (asked) => noted('trading.unschedule', asked));
  const clock = { now: () => NOW, monotonic: () => 0 };
  const standingOf = () => Promise.resolve({ ...ELIGIBLE, ...standing });
  const followers = heldOrdersFollowers({ bus, clock, log: pino({ level: 'silent' }), standingOf });
  // At once, and for what was on its way.
  expect(followers.map(({ afterMs = 0 }) => afterMs)).toEqual([0, 15_000]);
  const fact = { kind: 'eligibility.changed', userId: 'ada', at: NOW } as const;
  await followers[0]?.handle({} as PoolClient, [fact, fact]);
  const of = { userId: 'ada', realm: 'real' };
  const all = [
    ['exchange.cancel', { ...of, which: { marketId: null, because } }],
    ['trading.unschedule', { ...of, which: { all: true, because } }],
  ];
  expect(ended).toEqual(because === null ? [] : all);
  bus.close();
});
