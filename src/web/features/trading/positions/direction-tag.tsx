import { ArrowDown, ArrowUp } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { Direction } from '#domain/trading/prediction.ts';
import { Chip } from '#web/ui/states.tsx';

/** Up or Down: arrow and word. */
export function DirectionTag({ direction }: { readonly direction: Direction }) {
  const { t } = useTranslation('trading');
  return direction === 'UP' ? (
    <Chip tone="up" icon={<ArrowUp aria-hidden />}>
      {t('dir.up')}
    </Chip>
  ) : (
    <Chip tone="down" icon={<ArrowDown aria-hidden />}>
      {t('dir.down')}
    </Chip>
  );
}
