import type { TicketHead } from '#protocol/support/support.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Chip } from '#web/ui/states.tsx';

const TONES = {
  NEW: 'info',
  OPEN: 'info',
  WAITING_USER: 'warn',
  ESCALATED: 'info',
  RESOLVED: 'ok',
  CLOSED: 'plain',
} as const;

/** How a ticket stands, in a word for its person. */
export function TicketState({ state }: Pick<TicketHead, 'state'>) {
  const { t } = useTranslation('support');
  return <Chip tone={TONES[state]}>{t('state', { state })}</Chip>;
}
