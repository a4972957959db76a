import type { Vault } from './vault.ts';

/** The look-up of an e-mail address that is stored only sealed: 32 bytes, the same for all who ask. `email` in lower case. */
export function emailBlind({ vault }: { readonly vault: Pick<Vault, 'blind'> }, email: string): Buffer {
  return vault.blind(`email/v1|${email}`);
}
