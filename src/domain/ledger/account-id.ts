import { ASSET_NO, REALM_NO } from '../realm.ts';
import type { Realm } from '../realm.ts';

/** A ledger account id: realm and asset in its top bits; decimal text, for it passes 2^53. */
export type AccountId = string;

const SEQUENCE_BITS = 48n;
const ASSET_BITS = 8n;

/** Bit 63 = 0, bits 62-56 realm, 55-48 asset, 47-0 sequence (docs/rules/ledger.md#account-ids). Throws if `sequence` does not fit. */
export function accountId(world: { realm: Realm; asset: keyof typeof ASSET_NO }, sequence: bigint): AccountId {
  if (sequence < 1n || sequence >> SEQUENCE_BITS !== 0n) throw new RangeError(`account sequence ${sequence}`);
  return ((worldNo(world) << SEQUENCE_BITS) | sequence).toString();
}

/** The top bits of every account of one realm and asset. */
export function worldNo(world: { realm: Realm; asset: keyof typeof ASSET_NO }): bigint {
  return (BigInt(REALM_NO[world.realm]) << ASSET_BITS) | BigInt(ASSET_NO[world.asset]);
}

/** Is it an account of this realm, in whatever asset? */
export function isOfRealm(id: AccountId, realm: Realm): boolean {
  return worldOf(id) >> ASSET_BITS === BigInt(REALM_NO[realm]);
}

/** The top bits of an account id: equal for two accounts that may exchange money. */
export function worldOf(id: AccountId): bigint {
  return BigInt(id) >> SEQUENCE_BITS;
}
