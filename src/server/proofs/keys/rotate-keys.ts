import type { Pool } from 'pg';
import { actorOf, type Audit, type By } from '#server/audit/index.ts';
import type { Clock } from '#server/clock.ts';
import { transaction } from '#server/db/index.ts';
import type { Rotation, Signer } from '../signing/signer.ts';
import { insertManifest, lastManifest, manifestNo } from './store-keys.ts';

interface RotateParts {
  readonly db: Pool;
  readonly signer: Signer;
  readonly clock: Pick<Clock, 'now'>;
  readonly audit: Pick<Audit, 'write'>;
}

type RotationRefusal = 'no-manifest' | 'no-root';

/** Puts new keys into force; gives the manifest's number. */
export type RotateKeys = (rotation: Rotation, by: By) => Promise<{ readonly no: number } | RotationRefusal>;

/**
 * Has new keys made for some uses and stores the next manifest, which names them and which the root key signs; the ones before end at that
 * moment, and what they signed stays valid. A server that runs takes the new ones up before it has anything more signed. Gives the
 * manifest's number. Throws SignerAway.
 */
export async function rotateKeys(
  { db, signer, clock, audit }: RotateParts,
  rotation: Rotation,
  by: By,
): Promise<{ readonly no: number } | RotationRefusal> {
  return transaction(db, async (tx) => {
    const last = await lastManifest(tx, 'alone');
    if (last === null) return 'no-manifest';
    // The time is taken after the lock: no signature of a later time was made before it.
    const now = clock.now();
    const made = await signer.manifest({ last, now, from: now, rotation });
    if (made === 'no-root') return made;
    await insertManifest(tx, made);
    const no = manifestNo(made);
    await audit.write(tx, {
      ...actorOf(by),
      action: 'keys.rotated',
      objectType: 'proof_keys',
      objectId: String(no),
      reason: rotation.lost ? 'lost' : 'npm run admin',
      after: { no, uses: [...rotation.uses] },
    });
    return { no };
  });
}
