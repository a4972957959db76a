import { Activity, FlaskConical, History } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { PairWire } from '#protocol/trading.ts';
import { Chip } from './states.tsx';

export type FeedKind = PairWire['feed']['kind'];

/** Which kind of prices is shown: live, recorded or simulated. Always an icon and the words. */
export function FeedKindChip({ kind, className }: { readonly kind: FeedKind; readonly className?: string }) {
  const { t } = useTranslation('common');
  const place = className === undefined ? {} : { className };
  if (kind === 'live') {
    return (
      <Chip tone="up" icon={<Activity aria-hidden />} {...place}>
        {t('state.live')}
      </Chip>
    );
  }
  return kind === 'replay' ? (
    <Chip tone="info" icon={<History aria-hidden />} {...place}>
      {t('state.recorded')}
    </Chip>
  ) : (
    <Chip tone="warn" icon={<FlaskConical aria-hidden />} {...place}>
      {t('state.simulated')}
    </Chip>
  );
}
