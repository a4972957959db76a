import { mailboxOf } from '#domain/identity/mailbox.ts';
import type { Vault } from './vault.ts';

/** The look-up of an e-mail address that is stored only sealed: 32 bytes, the same for all who ask. `email` in lower case. */
export function emailBlind({ vault }: { readonly vault: Pick<Vault, 'blind'> }, email: string): Buffer {
  return vault.blind(`email/v1|${email}`);
}

/** The same of an address and of the mailbox it leads to: what a person who must not come back is known by. One or two. */
export function mailboxBlinds(of: { readonly vault: Pick<Vault, 'blind'> }, email: string): readonly Buffer[] {
  return [...new Set([email, mailboxOf(email)])].map((one) => emailBlind(of, one));
}
