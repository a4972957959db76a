/**
 * `npm run check:reconcile`: what each wallet has beside what its books say, and what each provider of fiat deposits says beside them; exit code 1
 * when a wallet has less, or a provider says otherwise.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { DAY_MS } from '#domain/time.ts';
import { toDecimal, usdt } from '#domain/money.ts';
import { isTooMuch, missingValue, totalMissing } from '#domain/treasury/differences.ts';
import { createPayouts, UNGUARDED } from '#server/cashier/index.ts';
import { systemClock } from '#server/clock.ts';
import { runToEnd } from '#server/command.ts';
import { openCommandDatabase } from '#server/command-database.ts';
import { readConfig, type Config } from '#server/config/config.ts';
import { compareProvider, FIAT_PROVIDERS, RAMP_SEAT } from '#server/fiat/index.ts';
import { createLog } from '#server/logging/log.ts';
import { Networks } from '#server/networks/index.ts';
import { coinCookieFile, localCoinFile } from '#server/networks/coin/local-coin.ts';
import { localChainFile } from '#server/networks/local/keep.ts';
import { createProviders } from '#server/providers/providers.ts';
import { createVault } from '#server/vault/index.ts';
import { compareAny } from '#server/treasury/index.ts';

/** What every provider of fiat deposits says of the last 30 days; how much of it differs. */
async function compareProviders({ config, db, log, say }: Comparing): Promise<number> {
  const vault = createVault({ config });
  // Settings of other providers are not looked at here.
  const own = Object.entries(config.providers).filter(([name]) =>
    FIAT_PROVIDERS.some((one) => name.startsWith(`PROVIDER_${one.name.toUpperCase()}_`)),
  );
  const providers = createProviders({
    config: { ...config, providers: Object.fromEntries(own) },
    db,
    vault,
    clock: systemClock,
    log,
    providerList: FIAT_PROVIDERS,
  });
  let differing = 0;
  for (const { name, isSimulator } of providers.at(RAMP_SEAT)) {
    const since = systemClock.now() - 30 * DAY_MS;
    const { lines, owes, differences } = await compareProvider({ db, providers }, { provider: name, since });
    const statement = lines === null ? 'no statement' : `statement of ${lines}`;
    say(
      `${name}${isSimulator ? ' (simulator)' : ''}: owes ${toDecimal(usdt(owes))}, ${statement}, ${differences.length} differ`,
    );
    for (const { order, says } of differences) say(`  ${order ?? 'in all'}: ${says}`);
    differing += differences.length;
  }
  return differing;
}

interface Comparing {
  readonly config: Config;
  readonly db: Pool;
  readonly log: Logger;
  readonly say: (line: string) => void;
}

await runToEnd([], async () => {
  const given = readConfig(process.env);
  const [local, coins] = [localChainFile(given.dataDir), localCoinFile(given.dataDir)];
  const config = readConfig({
    ...process.env,
    ...(given.localChain && existsSync(local) ? { RPC_LOCAL: readFileSync(local, 'utf8') } : {}),
    ...(given.localCoinChain && existsSync(coins)
      ? { RPC_LOCAL_COIN: readFileSync(coins, 'utf8'), RPC_LOCAL_COIN_COOKIE: coinCookieFile(given.dataDir) }
      : {}),
  });
  const { db, close } = await openCommandDatabase(config, { max: 1, name: 'tikvo reconcile' });
  const say = (line: string) => process.stdout.write(`${line}\n`);
  let isShort = false;
  let compared = 0;
  try {
    const log = createLog({ ...config, logLevel: 'warn' });
    const payouts = createPayouts({ clock: systemClock, ...UNGUARDED });
    for (const at of new Networks({ config, clock: systemClock, log }).read) {
      const wallet = await payouts.walletOf(db, at.network.id);
      if (wallet === null) continue;
      say(`${at.network.id} ${wallet.address}${wallet.paused === null ? '' : ` (paused: ${wallet.paused})`}`);
      const lines = await compareAny({ db, payouts }, at, wallet.address);
      compared += 1;
      for (const line of lines) {
        const value = missingValue(line);
        const missing = value === null ? 'some, of no known price' : toDecimal(usdt(value), 6);
        say(`  ${line.coin}: books ${line.expected}, chain ${line.has}, missing ${missing}`);
      }
      isShort ||= isTooMuch(totalMissing(lines), 0n);
    }
    if (compared === 0) say('No network that has a node here has a wallet.');
    const differing = await compareProviders({ config, db, log, say });
    return isShort || compared === 0 || differing > 0 ? 1 : 0;
  } finally {
    await close();
  }
});
