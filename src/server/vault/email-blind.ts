import { domainToASCII, domainToUnicode } from 'node:url';
import { mailboxOf } from '#domain/identity/mailbox.ts';
import type { Vault } from './vault.ts';

type OfVault = { readonly vault: Pick<Vault, 'blind'> };

/**
 * The look-up that an e-mail address is stored under, which itself is stored only sealed: 32 bytes, the same for all who ask. A host counts
 * in its ASCII form (UTS 46): `bücher.example` and `xn--bcher-kva.example` are one mailbox. `email` as `readEmail` gives it.
 */
export function emailBlind({ vault }: OfVault, email: string): Buffer {
  return vault.blind(`email/v1|${withHost(email, domainToASCII)}`);
}

/**
 * The look-ups that the account of an address may stand under: as it is written, and with its host in either form, for accounts from before
 * hosts counted in one. One to three, and one wherever the host is plain.
 */
export function emailBlinds({ vault }: OfVault, email: string): readonly Buffer[] {
  return formsOf(email).map((form) => vault.blind(`email/v1|${form}`));
}

/** The same of an address and of the mailbox it leads to: what a person who must not come back is known by. */
export function mailboxBlinds({ vault }: OfVault, email: string): readonly Buffer[] {
  const forms = new Set([email, mailboxOf(email)].flatMap(formsOf));
  return [...forms].map((form) => vault.blind(`email/v1|${form}`));
}

function formsOf(email: string): readonly string[] {
  return [...new Set([email, withHost(email, domainToASCII), withHost(email, domainToUnicode)])];
}

/** A host that has no such form stays as it is. */
function withHost(email: string, form: (host: string) => string): string {
  const at = email.lastIndexOf('@') + 1;
  const host = email.slice(at);
  return `${email.slice(0, at)}${form(host) || host}`;
}
