import type { Vault } from '#server/vault/index.ts';

/** Keyed hash of a bearer key's secret, as it is kept. */
export function secretHash(vault: Pick<Vault, 'blind'>, secret: string): Buffer {
  return vault.blind(`api key ${secret}`);
}
