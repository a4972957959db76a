import { createECDH } from 'node:crypto';
import { z } from 'zod';
import { coinUnits } from '#domain/treasury/coin-amounts.ts';
import type { WalletLimits } from '#domain/treasury/wallet-limits.ts';

const amount = z.string().transform((text, at) => {
  const units = coinUnits(text);
  if (units !== null && units > 0n) return units;
  at.addIssue({ code: 'custom', message: 'must be coins above 0, with 8 decimals at most' });
  return z.NEVER;
});

/** The part of the key file for one network of the Bitcoin family: amounts are coins, for there is no price here. */
export const coinKeyForm = z.strictObject({
  key: z.string().regex(/^0x[0-9a-f]{64}$/),
  payment: amount,
  hour: amount,
  day: amount,
  fee: amount,
  /** Whose children are the keys of deposit addresses there; left out: what stands at them is not swept. */
  deposits: z
    .string()
    .regex(/^xprv[1-9A-HJ-NP-Za-km-z]{107}$/)
    .optional(),
});

/** A secret and its public key of 33 bytes. */
export interface KeyPair {
  readonly secret: Uint8Array;
  readonly publicKey: Uint8Array;
}

/** The key behind the deposit addresses of one network. */
export interface DepositKeys {
  readonly xpub: string;
  child(no: number): KeyPair;
}

/** The key of one network and what it pays at most, in the coin's smallest unit. */
export interface CoinKey extends KeyPair {
  /** null: deposits are not swept. */
  readonly deposits: DepositKeys | null;
  readonly limits: WalletLimits;
  readonly mostFee: bigint;
}

export function coinKeyOf(
  { key, payment, hour, day, fee }: z.output<typeof coinKeyForm>,
  deposits: DepositKeys | null = null,
): CoinKey {
  const secret = Buffer.from(key.slice(2), 'hex');
  const curve = createECDH('secp256k1');
  curve.setPrivateKey(secret);
  const publicKey = new Uint8Array(curve.getPublicKey(null, 'compressed'));
  return { deposits, secret: new Uint8Array(secret), publicKey, limits: { payment, hour, day }, mostFee: fee };
}

/** Of test money, beside a key of its own. */
export const TEST_COIN_LIMITS = { payment: '1000', hour: '5000', day: '20000', fee: '0.05' } as const;

/** Of the phrase `test test ... junk`, which everybody knows, branch m/84'/1'/0'/0: good for test money alone. */
export const TEST_COIN_DEPOSITS =
  'xprvA19yHumF6i89SFcADVL79arvbLEZfY6Aeee4EQ7G6Eoe1ib2CbrkZKeZYPKFQuwasi3t3aCFkvJWTKi54W9E9grCxdRZTha5Es2VJycXz3i';
