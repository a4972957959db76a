/** `npm run admin -- <command>`: what the operator of an installation does from its shell. */
import { createAudit } from '#server/audit/index.ts';
import { createLocalBus } from '#server/bus/index.ts';
import { systemClock } from '#server/clock.ts';
import { runToEnd } from '#server/command.ts';
import { openCommandDatabase } from '#server/command-database.ts';
import { readConfig } from '#server/config/config.ts';
import { migrate, transaction } from '#server/db/index.ts';
import { createAccountAdmin } from '#server/identity/index.ts';
import { createLog } from '#server/logging/log.ts';
import { createCorrections, createProofs, rotateKeys, SignerAway, type RotateKeys } from '#server/proofs/index.ts';
import { reachSigner } from '#server/signer-host.ts';
import { Networks } from '#server/networks/index.ts';
import { provenRows } from '#server/trading/index.ts';
import { WalletClient } from '#server/treasury/index.ts';
import { claimInstallation, createVault, refuseUsedFolder } from '#server/vault/index.ts';
import { adoptDataFolder } from './adopt-folder.ts';
import { runCommand } from './commands.ts';
import type { Told } from './told.ts';
import { openApprovals, openLimitStake } from './house-limits.ts';

async function run(): Promise<number> {
  const config = readConfig(process.env);
  const log = createLog({ ...config, logLevel: 'warn' });
  const { db, close } = await openCommandDatabase(config, { max: 4, name: 'tikvo admin' });
  const releases: (() => Promise<void>)[] = [];
  const signerOf = async () => {
    const reached = await reachSigner({ config, log });
    releases.push(() => reached.release());
    return reached.signer;
  };
  try {
    const words = process.argv.slice(2);
    await refuseUsedFolder(db, config);
    await migrate(db);
    if (words[0] === 'adopt-folder') {
      return tell(await adoptDataFolder({ config, db, clock: systemClock }, words.slice(1)));
    }
    // Before anything is sealed under a key that is not this database's.
    await transaction(db, (tx) => claimInstallation(tx, config));
    const vault = createVault({ config });
    const accountAdmin = await createAccountAdmin({ config, vault, clock: systemClock });
    const audit = createAudit({ vault, clock: systemClock });
    const signing = { db, audit, log, clock: systemClock };
    const corrections = async () => createCorrections({ ...signing, engine: provenRows, signer: await signerOf() });
    const deciding = { config, db, accountAdmin, audit, vault, log, clock: systemClock };
    const parts = {
      config,
      db,
      accountAdmin,
      audit,
      vault,
      clock: systemClock,
      corrections,
      rotateKeys: async (...[rotation, by]: Parameters<RotateKeys>) =>
        rotateKeys({ ...signing, signer: await signerOf() }, rotation, by),
      proveAll: async () => {
        const bus = createLocalBus();
        const proofs = await createProofs({ config, db, bus, clock: systemClock, log, signer: await signerOf() });
        await proofs.publish();
      },
      treasury: () =>
        config.wallet === null
          ? null
          : {
              networks: new Networks({ config, clock: systemClock, log }),
              signer: new WalletClient(config.wallet.socket),
            },
      limitStake: openLimitStake(deciding),
      approvals: () => Promise.resolve(openApprovals(deciding)),
    };
    return tell(await runCommand(parts, words));
  } finally {
    for (const release of releases) await release();
    await close();
  }
}

function tell({ ok, lines }: Told): number {
  (ok ? process.stdout : process.stderr).write(`${lines.join('\n')}\n`);
  return ok ? 0 : 1;
}

await runToEnd([], () =>
  run().catch((error: unknown) => {
    if (!(error instanceof SignerAway)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }),
);
