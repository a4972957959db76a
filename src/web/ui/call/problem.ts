import { useCallback } from 'react';
import { ApiError, unexpected } from '#web/api/api-error.ts';
import type { Action } from '#web/api/api-error.ts';
import { Abandoned } from '#web/challenge.tsx';
import { CodeMissing } from '#web/fetch-code.ts';
import type { Translate } from '#web/i18n/texts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

/** What is said of a call that did not succeed, in the reader's language. */
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

/** Code -> what a screen says in place of the catalogue's words. `Declined`: the person closed the browser's question for a passkey. */
export type ProblemWords = Readonly<Record<string, { readonly title: string; readonly text: string }>>;

/** True where the person closed the browser's question, or it had nothing to offer. */
function isDeclined(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
}

function wordsOf(error: ApiError, t: Translate<'common'>): ProblemWords[string] {
  if (error.code === 'Offline') return { title: t('failed.offline'), text: t('failed.text') };
  if (error.code === 'Timeout') return { title: t('failed.timeout'), text: t('failed.text') };
  if (error instanceof CodeMissing) return { title: t('part.missing'), text: t('part.old_text') };
  // An answer that is not ours, as of a proxy before the server, has no words.
  return { title: error.title === '' && error.text === '' ? t('err.unexpected.title') : error.title, text: error.text };
}

/**
 * Says an error; null where there is nothing to say: none came, or the person closed the question themselves.
 */
export function useProblemOf(): (error: unknown, words?: ProblemWords) => Problem | null {
  const { t } = useTranslation('common');
  return useCallback(
    (error: unknown, words?: ProblemWords) => {
      if (error === null || error === undefined || error instanceof Abandoned) return null;
      const code = error instanceof ApiError ? error.code : isDeclined(error) ? 'Declined' : 'UnexpectedError';
      if (code === 'StepUpRequired') return null;
      const known = error instanceof ApiError ? error : unexpected();
      const { fields, email } = known.details;
      return {
        code,
        ...(words?.[code] ?? wordsOf(known, t)),
        action: known.action,
        fields: typeof fields === 'object' && fields !== null ? (fields as Problem['fields']) : {},
        requestId: known.requestId,
        email: typeof email === 'string' ? email : null,
      };
    },
    [t],
  );
}
