import type { Pool } from 'pg';
import { LOCAL_NETWORK, type Network } from '#domain/cashier/networks.ts';
import type { DepositLimits } from '#domain/deposits/rules.ts';
import type { Usdt } from '#domain/money.ts';
import { createLocalBus } from '#server/bus/index.ts';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config/config.ts';
import { creditFinal } from '#server/deposits/credit.ts';
import { scan } from '#server/deposits/scan.ts';
import { creditedWithin } from '#server/deposits/store-limits.ts';
import { Networks } from '#server/networks/index.ts';

/** What holds of people and of addresses, by their ids. */
interface Rules {
  readonly excluded?: ReadonlySet<string>;
  readonly limited?: ReadonlyMap<string, DepositLimits<Usdt | null>>;
  readonly listed?: ReadonlySet<string>;
}

/** What looks at a chain for deposits, as often as the test says so. */
export function depositEyes(
  db: Pool,
  { network = LOCAL_NETWORK, rpc }: { readonly network?: Network; readonly rpc: readonly string[] },
  { excluded, limited, listed }: Rules = {},
) {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const networks = new Networks({ config: { networks: [{ network, rpc }] }, clock: systemClock, log });
  const at = networks.find(network.id);
  if (at === null) throw new Error('no network');
  const parts = {
    config: readConfig({}),
    db,
    bus: createLocalBus(),
    clock: systemClock,
    log,
    networks,
    pairCache: { find: async () => null },
    standingOf: async (_db: unknown, userId: string) => ({
      selfExcluded: excluded?.has(userId) ?? false,
      pausedUntil: null,
      depositLimits: limited?.get(userId) ?? { day: null, week: null, month: null },
    }),
    depositedWithin: creditedWithin,
    isListedAddress: async (_db: unknown, address: string) => listed?.has(address) ?? false,
    payees: { stateOf: async () => 'open' as const },
  };
  const look = async () => {
    await scan(parts, at);
    await creditFinal(parts, at);
  };
  return { parts, at, look, places: [{ network, rpc }] };
}
