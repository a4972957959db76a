import { ECDH } from 'node:crypto';
import type { Pool } from 'pg';
import type { Config } from '#server/config/config.ts';
import type { Clock } from '#server/clock.ts';
import { transaction } from '#server/db/index.ts';
import { findAddress, insertAddress, takeIndex } from './store-addresses.ts';

/** Makes addresses of a public key: nothing here could spend what they get. */
export interface AddressParts {
  readonly config: Pick<Config, 'depositXpub'>;
  readonly db: Pool;
  readonly clock: Pick<Clock, 'now'>;
}

/** The address of a person, made when it is first wanted; lower case. Two who want it at once get the same. */
export async function addressOf({ config, db, clock }: AddressParts, userId: string): Promise<string> {
  const found = await findAddress(db, userId);
  if (found !== null) return found;
  return transaction(db, async (tx) => {
    const xpub = config.depositXpub;
    // Holds the branch: the next to come waits, and an index whose transaction fails is free again.
    const no = await takeIndex(tx, xpub);
    const now = await findAddress(tx, userId);
    if (now !== null) return now;
    const address = await deriveAddress(xpub, no);
    await insertAddress(tx, { userId, address, xpub, no, madeAt: clock.now() });
    return address;
  });
}

/** The address of child `no` of an extended public key (BIP-32, not hardened), lower case. Throws where the key is none. */
export async function deriveAddress(xpub: string, no: number): Promise<string> {
  const { HDKey, publicKeyToAddress } = await import('viem/accounts');
  const { publicKey } = HDKey.fromExtendedKey(xpub).deriveChild(no);
  if (publicKey === null) throw new Error(`child ${no} of the deposit key has no public key`);
  const whole = ECDH.convertKey(Buffer.from(publicKey), 'secp256k1', undefined, 'hex', 'uncompressed');
  return publicKeyToAddress(`0x${String(whole)}`).toLowerCase();
}
