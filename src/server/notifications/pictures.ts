import type { Pool, PoolClient } from 'pg';
import { transaction } from '#server/db/index.ts';
import type { Fact } from './contract.ts';
import { lockUntoldPictures, markPicturesTold } from './store-pictures.ts';

/** Pictures told of in one transaction. */
const AT_A_TIME = 100;

/** Tells of each new picture once: `tell` and the mark are one transaction. Answers whether there may be more. */
export async function readPictures(
  { db, clock }: { readonly db: Pool; readonly clock: { now(): number } },
  tell: (tx: PoolClient, fact: Fact) => Promise<void>,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const untold = await lockUntoldPictures(tx, AT_A_TIME);
    for (const { userId, name } of untold) {
      await tell(tx, { userId, kind: 'avatar_ready', values: {}, source: `avatar ${name}` });
    }
    await markPicturesTold(
      tx,
      untold.map(({ userId }) => userId),
      clock.now(),
    );
    return untold.length === AT_A_TIME;
  });
}
