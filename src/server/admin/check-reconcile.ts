/** `npm run check:reconcile`: what each wallet has beside what its books say; exit code 1 when one of them has less. */
import { existsSync, readFileSync } from 'node:fs';
import { toDecimal, usdt } from '#domain/money.ts';
import { isTooMuch, missingValue, totalMissing } from '#domain/treasury/differences.ts';
import { createPayouts } from '#server/cashier/index.ts';
import { systemClock } from '#server/clock.ts';
import { runToEnd } from '#server/command.ts';
import { openCommandDatabase } from '#server/command-database.ts';
import { readConfig } from '#server/config/config.ts';
import { createLog } from '#server/logging/log.ts';
import { Networks } from '#server/networks/index.ts';
import { localChainFile } from '#server/networks/local/keep.ts';
import { compareWallet } from '#server/treasury/index.ts';

await runToEnd([], async () => {
  const given = readConfig(process.env);
  const local = localChainFile(given.dataDir);
  const config =
    given.localChain && existsSync(local)
      ? readConfig({ ...process.env, RPC_LOCAL: readFileSync(local, 'utf8') })
      : given;
  const { db, close } = await openCommandDatabase(config, { max: 1, name: 'tikvo reconcile' });
  const say = (line: string) => process.stdout.write(`${line}\n`);
  let isShort = false;
  let compared = 0;
  try {
    const log = createLog({ ...config, logLevel: 'warn' });
    const payouts = createPayouts({ clock: systemClock, payoutsHeld: () => Promise.resolve(false) });
    for (const at of new Networks({ config, clock: systemClock, log }).all) {
      const wallet = await payouts.walletOf(db, at.network.id);
      if (wallet === null) continue;
      say(`${at.network.id} ${wallet.address}${wallet.paused === null ? '' : ` (paused: ${wallet.paused})`}`);
      const lines = await compareWallet({ db, payouts }, at, wallet.address as `0x${string}`);
      compared += 1;
      for (const line of lines) {
        const value = missingValue(line);
        const missing = value === null ? 'some, of no known price' : toDecimal(usdt(value), 6);
        say(`  ${line.coin}: books ${line.expected}, chain ${line.has}, missing ${missing}`);
      }
      isShort ||= isTooMuch(totalMissing(lines), 0n);
    }
    if (compared === 0) say('No network that has a node here has a wallet.');
    return isShort || compared === 0 ? 1 : 0;
  } finally {
    await close();
  }
});
