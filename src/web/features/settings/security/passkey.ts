import type { CallInput } from '#web/api/calls.ts';
import { fetchCode } from '#web/fetch-code.ts';

type Credential = CallInput<'factors.addPasskey'>['body']['credential'];
type Proof = NonNullable<CallInput<'factors.stepUp'>['body']['passkey']>;

/** Whether this browser can keep passkeys. */
export function canPasskey(): boolean {
  return typeof globalThis.PublicKeyCredential === 'function';
}

const LONGEST_NAME = 60;

/** The name of a new key: what it is, and a number where another is called so. */
export function freeName(what: string, taken: readonly string[]): string {
  for (let no = 1; ; no += 1) {
    const end = no === 1 ? '' : ` ${no}`;
    const name = `${what.slice(0, LONGEST_NAME - end.length)}${end}`;
    if (!taken.includes(name)) return name;
  }
}

/** Asks the browser for a new passkey. Rejects with a DOMException where the person says no. */
export async function makePasskey(options: object): Promise<Credential> {
  const { startRegistration } = await fetchCode(() => import('@simplewebauthn/browser'));
  const made = await startRegistration({
    optionsJSON: options as Parameters<typeof startRegistration>[0]['optionsJSON'],
  });
  return made as unknown as Credential;
}

/** Asks the browser to prove a passkey of the person. */
export async function provePasskey(options: object | null): Promise<Proof> {
  if (options === null) throw new Error('no passkey was asked for');
  const { startAuthentication } = await fetchCode(() => import('@simplewebauthn/browser'));
  const made = await startAuthentication({
    optionsJSON: options as Parameters<typeof startAuthentication>[0]['optionsJSON'],
  });
  return made as unknown as Proof;
}
