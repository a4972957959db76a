import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Role } from '#domain/identity/actor.ts';
import type { CallAnswer } from '#web/api/calls.ts';
import { createClient } from '#web/api/client.ts';
import type { Client } from '#web/api/client.ts';
import { tellKnown } from '#web/api/known.ts';
import { realSession } from '#web/api/tabs/real-session.ts';
import { useApiHost } from '#web/api/session.tsx';
import { STORED, readStored, writeStored } from '#web/api/stored.ts';
import { LOCALE_FACTS } from '#web/i18n/locales.ts';
import { signInTarget } from '#web/redirects.ts';
import { useShell } from '#web/shell-context.ts';

export type SignedIn = CallAnswer<'auth.registration'>;

/** The client of the sign-in flows: nobody's token unless somebody has just signed in here, and no renewal. */
export function useAuthClient(): Client {
  const { locale } = useShell();
  const host = useApiHost();
  return useMemo(
    () =>
      signingIn(
        createClient({
          host,
          language: LOCALE_FACTS[locale].lang,
          token: () => realSession().read(),
          shown: () => realSession().shown(),
          renew: () => Promise.resolve(null),
        }),
      ),
    [host, locale],
  );
}

function signingIn(client: Client): Client {
  return { ...client, call: (...input) => realSession().signIn(() => client.call(...input)) };
}

/**
 * The same for opening an account: it comes as the demo person of this browser, whose arrival the server remembers. A token that is
 * over is left out.
 */
export function useNewcomerClient(): Client {
  const { locale } = useShell();
  const host = useApiHost();
  return useMemo(() => newcomerClient({ host, language: LOCALE_FACTS[locale].lang }), [host, locale]);
}

function newcomerClient(at: { readonly host: string; readonly language: string }): Client {
  let refused = false;
  return signingIn(
    createClient({
      ...at,
      token: () => (refused ? null : readStored(STORED.demoToken)),
      renew: () => {
        refused = true;
        return Promise.resolve('');
      },
    }),
  );
}

/** Where somebody of a role goes after sign-in, as the address of this page says: a page of ours that they have, else their first one. */
export function useTargetOf(): (role?: Role) => string {
  const { config, locale } = useShell();
  const [query] = useSearchParams();
  const wish = { redirect: query.get('redirect'), host: query.get('host') };
  return (role) => signInTarget(config, locale, role === undefined ? wish : { ...wish, role });
}

/** The same before it is known who that is. */
export function useTarget(): string {
  return useTargetOf()();
}

/** Keeps the new session: for this tab, for the others, and the word for our other pages. */
export function useSignedIn(): (answer: SignedIn) => void {
  const { config } = useShell();
  return useCallback(
    (answer: SignedIn) => {
      realSession().begin(answer.accessToken);
      tellKnown(config, 'in');
      writeStored(STORED.showVerification, answer.user.verifications.email ? null : '1');
    },
    [config],
  );
}
