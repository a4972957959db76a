import { ECDH } from 'node:crypto';
import { bech32 } from '@scure/base';
import type { Pool } from 'pg';
import type { Config } from '#server/config/config.ts';
import type { Clock } from '#server/clock.ts';
import { transaction } from '#server/db/index.ts';
import type { OpenCoinNetwork, ReadNetwork } from '#server/networks/index.ts';
import { findAddress, insertAddress, takeIndex } from './store-addresses.ts';

/** Makes addresses of a public key: nothing here could spend what they get. */
export interface AddressParts {
  readonly config: Pick<Config, 'depositXpub'>;
  readonly db: Pool;
  readonly clock: Pick<Clock, 'now'>;
}

/** Where a person has one address for all: every network of the Ethereum family together, and each of the Bitcoin family. */
export const EVM_BRANCH = 'evm';
export const branchOf = (at: ReadNetwork) => (at.family === 'evm' ? EVM_BRANCH : at.network.id);

/** The address of a person on every network of the Ethereum family, made when it is first wanted; lower case. */
export function addressOf(parts: AddressParts, userId: string): Promise<string> {
  const { depositXpub: xpub } = parts.config;
  return addressAt(parts, { userId, branch: EVM_BRANCH, xpub, derive: (no) => deriveAddress(xpub, no) });
}

/** The address of a person on one network of the Bitcoin family, made when it is first wanted. */
export function coinAddressOf(
  parts: Omit<AddressParts, 'config'>,
  userId: string,
  { network, xpub }: OpenCoinNetwork,
): Promise<string> {
  const derive = (no: number) => deriveCoinAddress(xpub, { no, prefix: network.prefix });
  return addressAt(parts, { userId, branch: network.id, xpub, derive });
}

/** Two who want it at once get the same. */
async function addressAt(
  { db, clock }: Omit<AddressParts, 'config'>,
  of: {
    readonly userId: string;
    readonly branch: string;
    readonly xpub: string;
    readonly derive: (no: number) => Promise<string>;
  },
): Promise<string> {
  const { userId, branch, xpub, derive } = of;
  const found = await findAddress(db, { userId, branch });
  if (found !== null) return found;
  return transaction(db, async (tx) => {
    // Holds the branch: the next to come waits, and an index whose transaction fails is free again.
    const no = await takeIndex(tx, xpub);
    const now = await findAddress(tx, { userId, branch });
    if (now !== null) return now;
    const address = await derive(no);
    await insertAddress(tx, { userId, branch, address, xpub, no, madeAt: clock.now() });
    return address;
  });
}

async function childOf(xpub: string, no: number) {
  const { HDKey } = await import('viem/accounts');
  return HDKey.fromExtendedKey(xpub).deriveChild(no);
}

/** The address of child `no` of an extended public key (BIP-32, not hardened), lower case. Throws where the key is none. */
export async function deriveAddress(xpub: string, no: number): Promise<string> {
  const { publicKeyToAddress } = await import('viem/accounts');
  const { publicKey } = await childOf(xpub, no);
  if (publicKey === null) throw new Error(`child ${no} of the deposit key has no public key`);
  const whole = ECDH.convertKey(Buffer.from(publicKey), 'secp256k1', undefined, 'hex', 'uncompressed');
  return publicKeyToAddress(`0x${String(whole)}`).toLowerCase();
}

/** The same of the Bitcoin family: an output to the hash of the child's key (BIP-141, BIP-173). */
export async function deriveCoinAddress(
  xpub: string,
  { no, prefix }: { readonly no: number; readonly prefix: string },
): Promise<string> {
  const { pubKeyHash } = await childOf(xpub, no);
  if (pubKeyHash === undefined) throw new Error(`child ${no} of the deposit key has no public key`);
  const VERSION = 0;
  return bech32.encode(prefix, [VERSION, ...bech32.toWords(pubKeyHash)]);
}
