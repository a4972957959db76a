import type { Pool } from 'pg';
import type { Config } from '#server/config/config.ts';
import { SignerClient } from '#server/proofs/index.ts';
import { installationMistake } from '#server/vault/index.ts';
import { about, type Finding } from './finding.ts';

/** The master keys and the data folder against the database. */
export async function examineKeys(
  db: Pool,
  config: Pick<Config, 'dataDir' | 'vaultKeys'>,
  { isBound }: { readonly isBound: boolean },
): Promise<Finding> {
  const say = about('keys');
  if (!isBound) return say.ok('The first start binds database, data folder and master keys together.');
  const mistake = await installationMistake(db, config, { keys: true });
  return mistake === null
    ? say.ok(`Database, data folder and master key${config.vaultKeys.length > 1 ? 's' : ''} belong together.`)
    : say.fault(mistake);
}

/** Is there somebody who signs the proofs? One of the product's own is started with it. */
export async function examineSigner(
  { signer: { socket, own } }: Pick<Config, 'signer'>,
  { isRunning }: { readonly isRunning: boolean },
): Promise<Finding> {
  const say = about('signer');
  if (own && !isRunning) return say.ok('It is started with the product.');
  try {
    const keys = await new SignerClient(socket).keys();
    return say.ok(`It answers at ${socket} with ${keys.length} keys.`);
  } catch {
    return say.fault(
      own
        ? `It does not answer at ${socket}: look at its lines in the log.`
        : `Nobody answers at ${socket}: start it (ops/systemd/tikvo-signer.service), and let this user be in the group of the socket.`,
    );
  }
}
