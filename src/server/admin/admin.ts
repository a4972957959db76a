/** `npm run admin -- <command>`: what the operator of an installation does from its shell. */
import { createAudit } from '#server/audit/index.ts';
import { systemClock } from '#server/clock.ts';
import { ConfigError, readConfig } from '#server/config.ts';
import { createPool, migrate, startEmbedded } from '#server/db/index.ts';
import { createAccountDesk } from '#server/identity/index.ts';
import { createLog } from '#server/log.ts';
import { createCorrections, rotateKeys } from '#server/proofs/index.ts';
import { createVault } from '#server/vault/index.ts';
import { runCommand } from './commands.ts';
import { openLimitStake } from './house-limits.ts';

async function run(): Promise<number> {
  const config = readConfig(process.env);
  const log = createLog({ ...config, logLevel: 'warn' });
  const embedded = config.databaseUrl === null ? await startEmbedded({ dataDir: config.dataDir, log }) : null;
  const db = createPool(config.databaseUrl ?? embedded?.url ?? '', { max: 1, name: 'tikvo admin' });
  const own = embedded !== null && !embedded.adopted;
  try {
    await migrate(db);
    const vault = createVault({ config });
    const desk = await createAccountDesk({ config, vault, clock: systemClock });
    const audit = createAudit({ vault, clock: systemClock });
    const corrections = () => createCorrections({ config, db, audit, clock: systemClock });
    const parts = {
      config,
      db,
      desk,
      audit,
      clock: systemClock,
      corrections,
      rotateKeys: (rotation: Parameters<typeof rotateKeys>[1]) =>
        rotateKeys({ config, db, audit, clock: systemClock }, rotation),
      limitStake: openLimitStake({ config, db, desk, audit, vault, log, clock: systemClock }),
    };
    const { ok, lines } = await runCommand(parts, process.argv.slice(2));
    (ok ? process.stdout : process.stderr).write(`${lines.join('\n')}\n`);
    return ok ? 0 : 1;
  } finally {
    await db.end();
    // A database that was running before belongs to whoever started it.
    if (own) await embedded.stop();
  }
}

try {
  process.exitCode = await run();
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.mistakes.join('\n')}\n`);
  process.exitCode = 1;
}
