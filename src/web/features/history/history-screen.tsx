import { ChevronLeft } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useSession } from '#web/api/session.tsx';
import { useShell } from '#web/shell-context.ts';
import { pathOf } from '#web/site.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { PhoneFrame } from '#web/ui/frame/phone-frame.tsx';
import { SiteFrame } from '#web/ui/frame/site-frame.tsx';
import { late } from '#web/ui/late.tsx';
import { putFilter } from '#web/ui/list/use-filter.ts';
import { Chip } from '#web/ui/states.tsx';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';
import { Toaster } from '#web/ui/toast.tsx';
import {
  FillList,
  KINDS,
  OrderList,
  PositionList,
  QuickList,
  ScheduledList,
  SetList,
  type ListProps,
} from './row-list.tsx';

/** Its code comes with the tab. */
const Statistics = late(() => import('./statistics/statistics.tsx'));

const TABS = [...KINDS, 'statistics'] as const;

/** The screen of its own for practice, where there is no frame of an account around it. */
export function HistoryScreen({ precision }: Pick<ListProps, 'precision'>) {
  const { t } = useTranslation(['history', 'trading']);
  const { locale } = useShell();
  return (
    <PhoneFrame>
      <SiteFrame>
        <div className="mt-4 mb-4 flex items-center gap-2 md:mt-6">
          <a href={pathOf('trading-demo', locale)} aria-label={t('back')} className={buttonClass({ variant: 'ghost' })}>
            <ChevronLeft aria-hidden className="flip size-5" />
          </a>
          <h1 className="text-24 font-620">{t('trading.history')}</h1>
          <Chip tone="warn">{t('trading:demo.chip')}</Chip>
        </div>
        <HistoryCard precision={precision} />
      </SiteFrame>
      <Toaster />
    </PhoneFrame>
  );
}

/** All kinds of trading: quick predictions and those that wait for a moment, and the orders, fills, full sets and positions of rounds and events. */
export function HistoryCard({ precision }: Pick<ListProps, 'precision'>) {
  const { t } = useTranslation('history');
  const { locale } = useShell();
  const { realm } = useSession();
  const [kind, setKind] = useState<(typeof TABS)[number]>('quick');
  const trading = pathOf(realm === 'demo' ? 'trading-demo' : 'trading', locale);
  const list = { trading, precision };
  // The filter stands in the address; another kind begins without one.
  const show = (next: (typeof TABS)[number], search = '') => {
    putFilter({ from: '', to: '', search });
    setKind(next);
  };
  return (
    <div className="card overflow-hidden">
      <Tabs
        listClassName="px-4 pt-1"
        label={t('kind.label')}
        value={kind}
        onChange={show}
        items={TABS.map((value) => ({ value, label: t(`kind.${value}`) }))}
      >
        <TabPanel value={kind}>
          {kind === 'quick' ? <QuickList {...list} /> : null}
          {kind === 'scheduled' ? <ScheduledList {...list} onPrediction={(id) => show('quick', id)} /> : null}
          {kind === 'orders' ? <OrderList {...list} /> : null}
          {kind === 'fills' ? <FillList {...list} /> : null}
          {kind === 'sets' ? <SetList {...list} /> : null}
          {kind === 'positions' ? <PositionList {...list} /> : null}
          {kind === 'statistics' ? <Statistics /> : null}
        </TabPanel>
      </Tabs>
    </div>
  );
}
