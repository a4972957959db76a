import { afterEach, expect, it, vi } from 'vitest';
import { signalAccepted, signalUnknown } from './passkey-signals.ts';

afterEach(() => vi.unstubAllGlobals());

/** A browser that can be told of passkeys, and what it was told; `fails`: it refuses to. */
function browser(fails = false) {
  const told: unknown[] = [];
  const hear = (signal: unknown) => {
    told.push(signal);
    return fails ? Promise.reject(new Error('not allowed')) : Promise.resolve();
  };
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => undefined, { signalUnknownCredential: hear, signalAllAcceptedCredentials: hear }),
  );
  return told;
}
const LIST = { rpId: 'tikvo.example', userHandle: 'dXNlcg', items: [{ id: 'one' }, { id: 'two' }] };

it('tells the device of a passkey that is not known here, and which of a person are', () => {
  const told = browser();
  signalUnknown('tikvo.example', 'b25l');
  signalAccepted(LIST);
  expect(told).toEqual([
    { rpId: 'tikvo.example', credentialId: 'b25l' },
    { rpId: 'tikvo.example', userId: 'dXNlcg', allAcceptedCredentialIds: ['one', 'two'] },
  ]);
});

it('tells nothing where we do not know for whom the passkey was, and needs no browser that listens', async () => {
  const told = browser(true);
  signalUnknown(undefined, 'b25l');
  expect(told).toEqual([]);
  signalUnknown('tikvo.example', 'b25l');
  // A refusal of the browser is nobody's error.
  await Promise.resolve();
  vi.stubGlobal('PublicKeyCredential', () => undefined);
  signalUnknown('tikvo.example', 'b25l');
  signalAccepted(LIST);
  vi.unstubAllGlobals();
  signalUnknown('tikvo.example', 'b25l');
  signalAccepted(LIST);
  expect(told).toHaveLength(1);
});
