import { useTranslation } from '#web/i18n/use-translation.ts';
import type { StepId } from './steps.ts';

/** What a step is called. */
export function useStepName(): (id: StepId) => string {
  const { t } = useTranslation('verification');
  return (id) => (id === 'email' || id === 'name' ? t(`step.${id}`) : t(`doc.${id}`));
}
