import type { RoundCheck } from '#verify/rounds/round.ts';
import type { Check as SevenCheck } from '#verify/seven.ts';
import type { Translate } from '#web/i18n/texts.ts';

/** What a question about a result says of it. */
export interface Questioned {
  /** Id of the prediction or of the round; null: the receipt does not even say that. */
  readonly id: string | null;
  readonly fingerprint: string | null;
  /** Name of the first check that failed, and the verifier's own words for it; null: none did. */
  readonly fault: { readonly check: string; readonly words: string } | null;
}

export interface QuestionMail {
  readonly subject: string;
  readonly body: string;
}

/** What failed, as a check of the page and in the verifier's own words; null where nothing did. */
export function faultOf(
  t: Translate<'verify'>,
  found: {
    readonly checks: readonly (SevenCheck | RoundCheck)[];
    readonly code: string | null;
    readonly detail: string | null;
  },
): Questioned['fault'] {
  const failed = found.checks.find(({ state }) => state === 'fail');
  if (failed === undefined || found.code === null) return null;
  return { check: t(`check.${failed.name}`), words: `${found.code}: ${found.detail ?? ''}` };
}

/** The mail that the person goes on with: room for own words, then what support needs. What is copied stands on lines of its own. */
export function questionMail(t: Translate<'verify'>, { id, fingerprint, fault }: Questioned): QuestionMail {
  const parts: readonly (readonly string[])[] = [
    [t('question.write'), ''],
    id === null ? [] : [t('question.receipt'), id],
    fingerprint === null ? [] : [t('fact.fingerprint'), fingerprint],
    fault === null ? [] : [t('question.check'), fault.check, '', t('question.words'), fault.words],
    [t('question.hint')],
  ];
  return {
    subject: t('question.subject', { id: id ?? '–' }),
    body: parts
      .filter((part) => part.length > 0)
      .map((part) => part.join('\n'))
      .join('\n\n'),
  };
}
