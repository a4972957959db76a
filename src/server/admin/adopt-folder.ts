import type { Pool } from 'pg';
import { createAudit, thisShell } from '#server/audit/index.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config/config.ts';
import { transaction } from '#server/db/index.ts';
import { adoptFolder, createVault } from '#server/vault/index.ts';

export const ADOPT_USAGE = [
  'npm run admin -- adopt-folder <why>              the data folder is lost: this one belongs to the database from now on',
] as const;

interface AdoptParts {
  readonly config: Pick<Config, 'dataDir' | 'vaultKeys'>;
  readonly db: Pool;
  readonly clock: Clock;
}

/** `adopt-folder`: a start refuses a data folder that the database was not used with; this lets one through, with the right master key only. */
export async function adoptDataFolder(
  { config, db, clock }: AdoptParts,
  words: readonly string[],
): Promise<{ readonly ok: boolean; readonly lines: readonly string[] }> {
  const why = words.join(' ');
  if (why === '') return { ok: false, lines: ['Say why: it is written into the audit log.'] };
  return transaction(db, async (tx) => {
    const openAudit = () => createAudit({ vault: createVault({ config }), clock });
    await adoptFolder(tx, config, { openAudit, by: thisShell(), reason: why });
    return {
      ok: true,
      lines: [
        `${config.dataDir} is a data folder of this database from now on.`,
        'Without the folder keys of the one before, everybody signs in again and the signer has other keys: docs/operations.md, Proofs.',
      ],
    };
  });
}
