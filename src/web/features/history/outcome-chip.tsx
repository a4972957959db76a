import { ArrowDown, ArrowUp } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Chip } from '#web/ui/states.tsx';

/** Up or Down with its arrow; another outcome by its name. */
export function OutcomeChip({ outcome }: { readonly outcome: string }) {
  const { t } = useTranslation('trading');
  if (outcome !== 'UP' && outcome !== 'DOWN') return <Chip>{outcome}</Chip>;
  return outcome === 'UP' ? (
    <Chip tone="up" icon={<ArrowUp aria-hidden />}>
      {t('dir.up')}
    </Chip>
  ) : (
    <Chip tone="down" icon={<ArrowDown aria-hidden />}>
      {t('dir.down')}
    </Chip>
  );
}
