import { useTranslation } from '#web/i18n/use-translation.ts';
import { ApiError } from '#web/api/api-error.ts';
import type { CallInput } from '#web/api/calls.ts';
import { signalUnknown } from '#web/api/passkey-signals.ts';
import { fetchCode } from '#web/fetch-code.ts';
import { useAuthClient } from './use-auth.ts';
import type { Call } from '#web/ui/call/use-call.ts';
import type { SignedIn } from './use-auth.ts';

type Proof = CallInput<'factors.passkeyLogin'>['body']['credential'];

/**
 * Signs in by passkey: alone, or as the second step of a login. The library comes with the press. null: it did not happen,
 * and the page says why.
 */
export function usePasskey(
  call: Call,
): (how: { readonly otpToken?: string; readonly rememberMe: boolean }) => Promise<SignedIn | null> {
  const { t } = useTranslation('auth');
  const client = useAuthClient();
  return ({ otpToken, rememberMe }) =>
    call.run(async () => {
      const ticket = otpToken === undefined ? {} : { otpToken };
      const { startAuthentication } = await fetchCode(() => import('@simplewebauthn/browser'));
      const { options } = await client.call('factors.passkeyAsk', { body: ticket });
      let credential: Proof;
      try {
        // The server made these options for this very call; their shape is WebAuthn's.
        const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
        credential = (await startAuthentication({ optionsJSON })) as unknown as Proof;
      } catch {
        // Closed by the person, or there is none on this device.
        throw new PasskeyUnused(t(otpToken === undefined ? 'passkey.failed' : 'twofa.passkey.failed'));
      }
      try {
        return await client.call('factors.passkeyLogin', { body: { credential, rememberMe, ...ticket } });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'PasskeyUnknown') signalUnknown(options['rpId'], credential.id);
        throw error;
      }
    });
}

/** Said in the place of refusals. */
class PasskeyUnused extends ApiError {
  constructor(text: string) {
    const error = { code: 'PasskeyUnused', title: '', message: text, action: 'okay' as const, details: {} };
    super(0, { error, requestId: '' }, null);
  }
}
