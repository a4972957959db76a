import type { CallInput } from '#web/api/calls.ts';

type Credential = CallInput<'factors.addPasskey'>['body']['credential'];
type Proof = NonNullable<CallInput<'factors.stepUp'>['body']['passkey']>;

/** Whether this browser can keep passkeys. */
export function canPasskey(): boolean {
  return typeof globalThis.PublicKeyCredential === 'function';
}

/** Asks the browser for a new passkey. Rejects with a DOMException where the person says no. */
export async function makePasskey(options: object): Promise<Credential> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const made = await startRegistration({
    optionsJSON: options as Parameters<typeof startRegistration>[0]['optionsJSON'],
  });
  return made as unknown as Credential;
}

/** Asks the browser to prove a passkey of the person. */
export async function provePasskey(options: object | null): Promise<Proof> {
  if (options === null) throw new Error('no passkey was asked for');
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const made = await startAuthentication({
    optionsJSON: options as Parameters<typeof startAuthentication>[0]['optionsJSON'],
  });
  return made as unknown as Proof;
}

/** True where the person closed the browser's question, or it had nothing to offer. */
export function isDeclined(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
}
