import type { Pool } from 'pg';
import { micros } from '#domain/proofs/documents.ts';
import type { Audit } from '#server/audit/index.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import { transaction } from '#server/db/index.ts';
import { ensureKey, keyFile, keyFolder, readKey, rootFile } from './key-files.ts';
import type { KeyUse } from './key-files.ts';
import { freshKey, namedKeys, nextManifest } from './manifest.ts';
import { insertManifest, lastManifest, manifestNo } from './store-keys.ts';

/** `lost`: somebody else may have the old keys, and nothing that they sign from now on counts. */
interface Rotation {
  readonly uses: readonly KeyUse[];
  readonly lost: boolean;
}

interface RotateParts {
  readonly config: Pick<Config, 'dataDir'>;
  readonly db: Pool;
  readonly clock: Pick<Clock, 'now'>;
  readonly audit: Pick<Audit, 'write'>;
}

type RotationRefusal = 'no-manifest' | 'no-root';

/** Puts new keys into force; gives the manifest's number. */
export type RotateKeys = (rotation: Rotation) => Promise<{ readonly no: number } | RotationRefusal>;

/**
 * Makes new keys for some uses and names them in the next manifest, which the root key signs; the ones before end at that moment, and what
 * they signed stays valid. A server that runs takes the new ones up before it signs anything more. Gives the manifest's number.
 */
export async function rotateKeys(
  { config, db, clock, audit }: RotateParts,
  { uses, lost }: Rotation,
): Promise<{ readonly no: number } | RotationRefusal> {
  const folder = await keyFolder(config.dataDir);
  return transaction(db, async (tx) => {
    const last = await lastManifest(tx, 'alone');
    if (last === null) return 'no-manifest';
    const root = await readKey(rootFile(folder));
    if (root === null || root.pub !== last.doc['root']) return 'no-root';
    const no = manifestNo(last) + 1;
    // After the lock: no signature of a later time was made before it.
    const now = clock.now();
    const fresh = await Promise.all(
      uses.map(async (use) => freshKey(await ensureKey(keyFile(folder, use, no)), use, now)),
    );
    const ended = namedKeys(last).map((key) => {
      if (!uses.includes(key.use) || key.to <= micros(now)) return key;
      return { ...key, to: micros(now), revoked: lost ? (key.revoked ?? micros(now)) : key.revoked };
    });
    const made = nextManifest(last, { root, now, keys: [...ended, ...fresh] });
    await insertManifest(tx, no, made);
    await audit.write(tx, {
      actorId: null,
      role: 'SYSTEM',
      action: 'keys.rotated',
      objectType: 'proof_keys',
      objectId: String(no),
      reason: lost ? 'lost' : 'npm run admin',
      after: { no, uses: [...uses] },
    });
    return { no };
  });
}
