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
});

/** The key of one network and what it pays at most, in the coin's smallest unit. */
export interface CoinKey {
  readonly secret: Uint8Array;
  /** Of 33 bytes. */
  readonly publicKey: Uint8Array;
  readonly limits: WalletLimits;
  readonly mostFee: bigint;
}

export function coinKeyOf({ key, payment, hour, day, fee }: z.output<typeof coinKeyForm>): CoinKey {
  const secret = Buffer.from(key.slice(2), 'hex');
  const curve = createECDH('secp256k1');
  curve.setPrivateKey(secret);
  const publicKey = new Uint8Array(curve.getPublicKey(null, 'compressed'));
  return { secret: new Uint8Array(secret), publicKey, limits: { payment, hour, day }, mostFee: fee };
}

/** Of test money, beside a key of its own. */
export const TEST_COIN_LIMITS = { payment: '1000', hour: '5000', day: '20000', fee: '0.05' } as const;
