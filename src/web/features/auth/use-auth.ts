import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useSearchParams } from 'react-router';
import type { Role } from '#domain/identity/actor.ts';
import { ApiError, unexpected } from '#web/api/api-error.ts';
import type { Action } from '#web/api/api-error.ts';
import type { CallAnswer } from '#web/api/calls.ts';
import { createClient } from '#web/api/client.ts';
import type { Client } from '#web/api/client.ts';
import { tellKnown } from '#web/api/known.ts';
import { realSession } from '#web/api/real-session.ts';
import { useApiHost } from '#web/api/session.tsx';
import { STORED, readStored, writeStored } from '#web/api/stored.ts';
import { CodeMissing } from '#web/fetch-code.ts';
import { LOCALE_FACTS } from '#web/i18n/locales.ts';
import type { Translate } from '#web/i18n/texts.ts';
import { signInTarget } from '#web/redirects.ts';
import { Abandoned, useChallenge } from '#web/challenge.tsx';
import type { Proof } from '#web/retry-with-proof.ts';
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

/** What is said of a call that did not succeed. */
export interface Problem {
  readonly code: string;
  readonly title: string;
  readonly text: string;
  /** What the catalogue offers with it. */
  readonly action: Action;
  /** Field -> fault, of InvalidRequest. */
  readonly fields: Readonly<Record<string, string>>;
  readonly requestId: string | null;
  /** An address of the person's own that an account has; null: none is told. */
  readonly email: string | null;
}

type Words = Translate<['auth', 'common']>;

function titleOf(error: ApiError, t: Words): string {
  // An answer that is not ours, as of a proxy before the server, has no words.
  if (error.unknownOutcome) return '';
  if (error instanceof CodeMissing) return t('common:part.missing');
  return error.title === '' ? t('common:err.unexpected.title') : error.title;
}

function textOf(error: ApiError, t: Words): string {
  if (error.code === 'Offline') return t('offline');
  if (error.code === 'Timeout') return t('timeout');
  return error instanceof CodeMissing ? t('common:part.old_text') : error.text;
}

/**
 * Runs one call at a time and keeps what went wrong with it, in the reader's language. A call that hands on the `proof` it is given
 * is sent again by itself where the server asks for patience.
 */
export function useCall() {
  const { t } = useTranslation(['auth', 'common']);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const patience = useChallenge();
  const { run: patiently } = patience;
  const problemOf = useCallback(
    (error: ApiError): Problem => {
      const fields = error.details['fields'];
      return {
        code: error.code,
        title: titleOf(error, t),
        text: textOf(error, t),
        action: error.action,
        fields: typeof fields === 'object' && fields !== null ? (fields as Readonly<Record<string, string>>) : {},
        requestId: error.requestId,
        email: typeof error.details['email'] === 'string' ? error.details['email'] : null,
      };
    },
    [t],
  );
  /** The answer, or null after a refusal, which is kept. */
  const run = useCallback(
    async <T>(act: (proof: Proof) => Promise<T>): Promise<T | null> => {
      setBusy(true);
      setProblem(null);
      try {
        return await patiently(act);
      } catch (error) {
        if (error instanceof Abandoned) return null;
        // What is no refusal is a fault of ours: it is said all the same, and told to whoever listens for faults.
        if (!(error instanceof ApiError)) reportError(error);
        setProblem(problemOf(error instanceof ApiError ? error : unexpected()));
        return null;
      } finally {
        setBusy(false);
      }
    },
    [problemOf, patiently],
  );
  return { busy, problem, patience, run, clear: useCallback(() => setProblem(null), []) };
}

export type Call = ReturnType<typeof useCall>;
