import { useState, type ReactNode } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useShell } from '#web/shell-context.ts';
import { pathOf } from '#web/site.ts';
import { late } from '#web/ui/late.tsx';
import { Num } from '#web/ui/num.tsx';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';
import { ClosedList, type ClosedListProps } from './closed-list.tsx';
import { OpenList } from './open-list.tsx';
import type { OpenListProps } from './open-state.tsx';
import { SellAll } from './sell-all.tsx';
import { useEndedHere } from './use-ended-here.ts';

/** What waits for a price or a time: its code comes with the tab. */
const WaitingList = late(() => import('../scheduled/waiting-list.tsx'));

export interface PredictionPanelProps {
  readonly open: OpenListProps;
  /** How many wait for a price or a time. */
  readonly waiting: number;
  readonly closed: ClosedListProps;
  readonly realm: 'real' | 'demo';
  /** In a sheet: what ends while one looks stays in the list, with its result. */
  readonly keepsEnded?: true;
}

/** Open, waiting and closed predictions under the chart; on phones the same in a sheet. */
export function PredictionPanel({ open, waiting, closed, realm, keepsEnded }: PredictionPanelProps) {
  const { t } = useTranslation('trading');
  const { locale } = useShell();
  const { t: later } = useTranslation('later');
  const ended = useEndedHere(open.predictions, closed.predictions);
  const [tab, setTab] = useState<'open' | 'waiting' | 'closed'>('open');
  return (
    <div className="relative h-full min-h-0 bg-s1">
      <Tabs
        className="h-full min-h-0"
        listClassName="px-4 md:pe-40"
        label={t('tabs.label')}
        value={tab}
        onChange={setTab}
        items={[
          {
            value: 'open',
            label: (
              <>
                {t('tabs.open')} <Count of={open.predictions.length} />
              </>
            ),
          },
          {
            value: 'waiting',
            label: (
              <>
                {later('tab')} <Count of={waiting} />
              </>
            ),
          },
          { value: 'closed', label: t('tabs.closed') },
        ]}
      >
        <Panel value="open">
          <OpenList
            {...open}
            isDemo={realm === 'demo'}
            hasResult={closed.predictions.length > 0}
            {...(keepsEnded === true ? { ended, onAgain: closed.onAgain } : {})}
          />
          <SellAll list={open} className="mt-2 w-full md:hidden" />
        </Panel>
        <Panel value="waiting">
          <WaitingList pairs={open.pairs} onSelect={open.onSelect} />
        </Panel>
        <Panel value="closed">
          <ClosedList {...closed} />
          {closed.predictions.length === 0 ? null : (
            <a
              href={pathOf(realm === 'demo' ? 'history-demo' : 'history', locale)}
              className="flex min-h-11 items-center px-4 text-13 font-540 text-brand-text"
            >
              {t('closed.all')}
            </a>
          )}
        </Panel>
      </Tabs>
      {tab === 'open' ? (
        <SellAll list={open} className="absolute end-2 top-0.5 pointer-coarse:top-0 max-md:hidden" />
      ) : null}
    </div>
  );
}

/** Beside the name of a tab: how many there are. */
function Count({ of }: { readonly of: number }) {
  return of === 0 ? null : <Num className="text-faint">{of}</Num>;
}

function Panel({ value, children }: { readonly value: string; readonly children: ReactNode }) {
  return (
    <TabPanel value={value} className="overflow-y-auto max-md:pt-3">
      {children}
    </TabPanel>
  );
}
