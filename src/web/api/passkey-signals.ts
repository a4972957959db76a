/** What a device can be told of its passkeys (WebAuthn level 3, `signal…`): not in every browser, and nothing hangs on it. */
type Signal = 'signalUnknownCredential' | 'signalAllAcceptedCredentials';

function can(signal: Signal): boolean {
  return typeof PublicKeyCredential === 'function' && signal in PublicKeyCredential;
}

/** Tells the device that we do not know this passkey: it stops offering it. `credentialId`: as the device gave it. */
export function signalUnknown(rpId: unknown, credentialId: string): void {
  if (typeof rpId !== 'string' || !can('signalUnknownCredential')) return;
  void PublicKeyCredential.signalUnknownCredential({ rpId, credentialId }).catch(() => undefined);
}

/**
 * Tells the device which of a person's passkeys are good here: others of that person it hides or deletes. Not while one is being added, for it
 * is in no list yet.
 */
export function signalAccepted(list: {
  readonly rpId: string;
  readonly userHandle: string;
  readonly items: readonly { readonly id: string }[];
}): void {
  if (!can('signalAllAcceptedCredentials')) return;
  const allAcceptedCredentialIds = list.items.map(({ id }) => id);
  const { rpId, userHandle: userId } = list;
  void PublicKeyCredential.signalAllAcceptedCredentials({ rpId, userId, allAcceptedCredentialIds }).catch(
    () => undefined,
  );
}
