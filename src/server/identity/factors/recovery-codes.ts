import { randomInt } from 'node:crypto';
import type { PoolClient } from 'pg';
import { RECOVERY_ALPHABET, RECOVERY_CODES, readRecoveryCode, recoveryCode } from '#domain/identity/otp.ts';
import type { Vault } from '#server/vault/index.ts';
import { countRecoveryCodes, replaceRecoveryCodes, spendRecoveryCode } from './store-otp.ts';

interface Parts {
  readonly vault: Vault;
}

/** Ten new ones in the place of those before; shown once, kept as keyed hashes. */
export async function giveRecoveryCodes({ vault }: Parts, tx: PoolClient, userId: string): Promise<readonly string[]> {
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => vault.blind(recoveryText(userId, readRecoveryCode(code) ?? code)));
  await replaceRecoveryCodes(tx, { userId, hashes });
  return codes;
}

/** Ten for somebody who has none; null: some are there already. */
export async function giveFirstRecoveryCodes(
  parts: Parts,
  tx: PoolClient,
  userId: string,
): Promise<readonly string[] | null> {
  return (await countRecoveryCodes(tx, userId)) > 0 ? null : giveRecoveryCodes(parts, tx, userId);
}

/** Spends a recovery code; false: it is none of the person's, or was spent. */
export async function isRecoveryCode(
  { vault }: Parts,
  tx: PoolClient,
  { userId, code }: { readonly userId: string; readonly code: string },
): Promise<boolean> {
  const read = readRecoveryCode(code);
  return read !== null && spendRecoveryCode(tx, { userId, hash: vault.blind(recoveryText(userId, read)) });
}

function newRecoveryCodes(): readonly string[] {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) {
    codes.add(recoveryCode(Array.from({ length: 10 }, () => randomInt(RECOVERY_ALPHABET.length))));
  }
  return [...codes];
}

function recoveryText(userId: string, code: string): string {
  return `recovery code of ${userId}: ${code}`;
}
