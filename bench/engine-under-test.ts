import type { Pool } from 'pg';
import { usdt } from '#domain/money.ts';
import { createLocalBus } from '#server/bus/index.ts';
import type { Bus } from '#server/bus/index.ts';
import { systemClock, type Clock } from '#server/clock.ts';
import { readConfig } from '#server/config/config.ts';
import { createPool } from '#server/db/index.ts';
import { createLog } from '#server/logging/log.ts';
import { loadPairs } from '#server/prices/index.ts';
import { createEngine } from '#server/trading/index.ts';
import { ELIGIBLE } from '#tests/eligible.ts';
import type { FundedPerson } from '#tests/funded-people.ts';
import { scriptedPrices } from './scripted-prices.ts';
import type { ScriptedPrices } from './scripted-prices.ts';

/** The product's engine on a database of the bench, with prices that tick on command. */
export interface EngineUnderTest {
  readonly prices: ScriptedPrices;
  readonly db: Pool;
  readonly bus: Bus;
  /** Places one prediction of 1.00 for the next person; throws on a refusal, for then the figure would lie. */
  place(durationSec?: number): Promise<void>;
  stop(): Promise<void>;
}

export async function startEngine(
  url: string,
  options: {
    readonly people: readonly FundedPerson[];
    readonly durationSec: number;
    /** Practice unless said. */
    readonly realm?: 'real' | 'demo';
    readonly clock?: Clock;
  },
): Promise<EngineUnderTest> {
  const { clock = systemClock, realm = 'demo' } = options;
  const standing =
    realm === 'demo' ? ({ role: 'DEMO', realm } as const) : ({ role: 'USER', realm, eligibility: ELIGIBLE } as const);
  const config = readConfig({ LOG_LEVEL: 'warn', FEED: 'simulated', DATABASE_URL: url });
  const log = createLog(config);
  const db = createPool(url, { max: 6, pipeline: true });
  const bus = createLocalBus();
  const pairs = loadPairs().filter((pair) => pair.group === 'crypto');
  const prices = scriptedPrices(pairs);
  const engine = createEngine({
    config,
    db,
    prices,
    bus,
    clock,
    log,
    exit: (code) => {
      throw new Error(`the engine gave up with ${code}`);
    },
  });
  await engine.start();
  prices.tickAll(clock.now(), 1_000_000);
  let next = 0;
  return {
    prices,
    db,
    bus,
    async place(durationSec = options.durationSec) {
      const no = (next += 1);
      const person = options.people[no % options.people.length];
      const pair = pairs[no % pairs.length];
      if (person === undefined || pair === undefined) throw new Error('nobody to place');
      const reply = await bus.request('trading.place', {
        actor: { userId: person.userId, sessionId: person.userId, ...standing },
        pair: pair.id,
        direction: no % 2 === 0 ? 'UP' : 'DOWN',
        stake: usdt(1_000_000n),
        durationSec,
        payoutBps: 7000,
        idempotency: { key: `bench-${no}`, bodyHash: `${no}` },
      });
      if (!reply.ok) throw new Error(`refused: ${reply.refusal.code}`);
    },
    async stop() {
      await engine.stop();
      await db.end();
    },
  };
}
