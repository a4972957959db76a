import { ListOrdered } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { FillWire, OrderWire, PositionWire } from '#protocol/exchange.ts';
import { Button } from '#web/ui/button.tsx';
import { Num } from '#web/ui/num.tsx';
import { EmptyState, Skeleton } from '#web/ui/states.tsx';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';
import { ClosedList, FillList, OrderList, PositionList } from './own-lists.tsx';
import type { PositionValues } from './position-values.tsx';
import type { OwnState } from './use-own.ts';
import type { Placing } from '../ticket/placing.ts';

export type PanelTab = 'orders' | 'positions' | 'chance' | 'fills' | 'closed';

export interface PanelProps {
  readonly orders: readonly OrderWire[];
  readonly positions: readonly PositionWire[];
  /** What each would bring if it were sold now. */
  readonly values: PositionValues;
  readonly fills: readonly FillWire[];
  /** What was held in rounds that have ended. */
  readonly closed: readonly PositionWire[];
  /** The chance of the round on the screen over time; left out: it stands elsewhere. */
  readonly chance?: ReactNode;
  readonly pending: readonly Placing[];
  readonly cancelling: ReadonlySet<string>;
  readonly states: OwnState['states'];
  readonly historyHref: string;
  readonly onCancel: (order: OrderWire) => void;
  readonly onCancelAll: () => void;
  readonly onAmend: (order: OrderWire) => void;
  readonly onSell: (position: PositionWire) => void;
  readonly onRetry: () => void;
}

/** Resting orders, positions and fills: below the chart, and in a sheet on phones. */
export function OwnPanel(props: PanelProps) {
  const { t } = useTranslation('rounds');
  const [tab, setTab] = useState<PanelTab>('orders');
  const several = props.orders.length > 1;
  const counted = (name: string, count: number) => (
    <>
      {name} {count > 0 ? <Num className="text-faint">{count}</Num> : null}
    </>
  );
  return (
    <div className="relative h-full min-h-0 bg-s1">
      <Tabs
        className="h-full min-h-0"
        listClassName="px-4 md:pe-32"
        label={t('panel.label')}
        value={tab}
        onChange={setTab}
        items={[
          { value: 'orders', label: counted(t('panel.orders'), props.orders.length) },
          { value: 'positions', label: counted(t('panel.positions'), props.positions.length) },
          ...(props.chance === undefined ? [] : [{ value: 'chance' as const, label: t('panel.chance') }]),
          { value: 'fills', label: counted(t('panel.fills'), props.fills.length) },
          { value: 'closed', label: t('panel.closed') },
        ]}
      >
        <Panel value="orders">
          <Filled
            {...props}
            list="orders"
            empty={props.orders.length + props.pending.length === 0}
            text={t('panel.no_orders')}
          >
            <OrderList {...props} />
            {several ? (
              <div className="px-4 pt-2 md:hidden">
                <Button variant="ghost" wide onClick={props.onCancelAll}>
                  {t('panel.cancel_all')}
                </Button>
              </div>
            ) : null}
          </Filled>
        </Panel>
        <Panel value="positions">
          <Filled {...props} list="positions" empty={props.positions.length === 0} text={t('panel.no_positions')}>
            <PositionList {...props} />
          </Filled>
        </Panel>
        {props.chance === undefined ? null : <Panel value="chance">{props.chance}</Panel>}
        <Panel value="fills">
          <Filled {...props} list="fills" empty={props.fills.length === 0} text={t('panel.no_fills')}>
            <FillList {...props} />
            <WholeHistory href={props.historyHref} />
          </Filled>
        </Panel>
        <Panel value="closed">
          <Filled {...props} list="closed" empty={props.closed.length === 0} text={t('panel.no_closed')}>
            <ClosedList {...props} />
            <WholeHistory href={props.historyHref} />
          </Filled>
        </Panel>
      </Tabs>
      {tab === 'orders' && several ? (
        <Button
          variant="ghost"
          size="sm"
          className="absolute end-2 top-0.5 pointer-coarse:top-0 max-md:hidden"
          onClick={props.onCancelAll}
        >
          {t('panel.cancel_all')}
        </Button>
      ) : null}
    </div>
  );
}

function WholeHistory({ href }: { readonly href: string }) {
  const { t } = useTranslation('rounds');
  return (
    <a href={href} className="flex min-h-11 items-center px-4 text-13 font-540 text-brand-text">
      {t('panel.all')}
    </a>
  );
}

function Panel({ value, children }: { readonly value: PanelTab; readonly children: ReactNode }) {
  return (
    <TabPanel value={value} className="overflow-y-auto max-md:pt-3">
      {children}
    </TabPanel>
  );
}

interface FilledProps extends PanelProps {
  readonly list: keyof OwnState['states'];
  readonly empty: boolean;
  readonly text: string;
  readonly children: ReactNode;
}

function Filled(props: FilledProps) {
  const { t } = useTranslation('rounds');
  if (!props.empty) return <>{props.children}</>;
  if (props.states[props.list] === 'failed') {
    return <EmptyState title={t('load.failed')} action={<Button onClick={props.onRetry}>{t('btn.retry')}</Button>} />;
  }
  if (props.states[props.list] === 'loading') {
    return (
      <div className="grid gap-2 p-4">
        <Skeleton className="h-8" />
        <Skeleton className="h-8 w-2/3" />
      </div>
    );
  }
  return <EmptyState icon={<ListOrdered aria-hidden />} title={t('table.empty')} text={props.text} />;
}
