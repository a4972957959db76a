import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { ApiError } from '#web/api/api-error.ts';
import { CodeMissing } from '#web/fetch-code.ts';
import { Banner } from '#web/ui/states.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { Abandoned } from '#web/challenge.tsx';
import { isDeclined } from './security/passkey.ts';

/** A refusal as two texts; null where there is nothing to say: the person closed the question. */
export interface Said {
  readonly title: string;
  readonly text: string;
}

function useSaying(): (error: unknown) => Said | null {
  const { t } = useTranslation(['settings', 'common']);
  return useCallback(
    (error: unknown) => {
      if (error instanceof Abandoned) return null;
      if (isDeclined(error)) return { title: t('failed.declined'), text: t('failed.declined_text') };
      if (error instanceof CodeMissing && !error.unknownOutcome)
        return { title: t('common:part.missing'), text: t('common:part.old_text') };
      if (!(error instanceof ApiError) || error.unknownOutcome || error.title === '') {
        return { title: t('failed.offline'), text: t('failed.offline_text') };
      }
      // Here the account is known: nobody was asked for an email.
      if (error.code === 'WrongCredentials') return { title: t('password.wrong'), text: t('password.wrong_text') };
      return error.code === 'StepUpRequired' ? null : { title: error.title, text: error.text };
    },
    [t],
  );
}

export interface ProblemState {
  readonly error: unknown;
  readonly show: (error: unknown) => void;
  readonly clear: () => void;
}

/** What went wrong last, to stand beside the form. */
export function useProblem(): ProblemState {
  const [error, setError] = useState<unknown>(null);
  const clear = useCallback(() => setError(null), []);
  return useMemo(() => ({ error, show: setError, clear }), [error, clear]);
}

export function Problem({ of }: { readonly of: ProblemState }) {
  const say = useSaying();
  const said = of.error === null ? null : say(of.error);
  return said === null ? null : (
    <Banner tone="bad" role="alert" title={said.title}>
      {said.text}
    </Banner>
  );
}

/** Says a problem where there is no form for it. */
export function useProblemToast(): (error: unknown) => void {
  const say = useSaying();
  return useCallback(
    (error: unknown) => {
      const said = say(error);
      if (said !== null) showToast({ id: 'settings-problem', tone: 'warn', ...said });
    },
    [say],
  );
}
