import { Activity, FlaskConical, History, Moon, WifiOff } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { PairWire } from '#protocol/trading.ts';
import type { PriceFlow } from '#web/live/price-flow.ts';
import { Chip } from '../states.tsx';

export type FeedKind = PairWire['feed']['kind'];

interface FeedKindProps {
  readonly kind: FeedKind;
  readonly flow?: PriceFlow;
  readonly className?: string;
}

/** Which kind of prices is shown: live, recorded or simulated; or why no live ones come. Always an icon and the words. */
export function FeedKindChip({ kind, flow = 'flows', className }: FeedKindProps) {
  const { t } = useTranslation('common');
  const place = className === undefined ? {} : { className };
  if (flow === 'closed') {
    return (
      <Chip icon={<Moon aria-hidden />} {...place}>
        {t('state.market_closed')}
      </Chip>
    );
  }
  if (flow === 'stopped') {
    return (
      <Chip tone="warn" icon={<WifiOff aria-hidden />} {...place}>
        {t('state.no_prices')}
      </Chip>
    );
  }
  if (kind === 'live') {
    return (
      <Chip tone="ok" icon={<Activity aria-hidden />} {...place}>
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
