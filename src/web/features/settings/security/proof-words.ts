import { useTranslation } from '#web/i18n/use-translation.ts';
import type { ProblemWords } from '#web/ui/call/problem.ts';

/** What is said where a known person fails to prove themselves: nobody was asked for an email. */
export function useProofWords(): ProblemWords {
  const { t } = useTranslation('settings');
  return {
    WrongCredentials: { title: t('password.wrong'), text: t('password.wrong_text') },
    Declined: { title: t('failed.declined'), text: t('failed.declined_text') },
  };
}
