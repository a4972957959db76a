import { ListOrdered, Pencil, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { toDecimal } from '#domain/money.ts';
import type { FillWire, OrderWire, PositionWire } from '#protocol/exchange.ts';
import { useFormats } from '#web/shell-context.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Moment } from '#web/ui/moment.tsx';
import { Num } from '#web/ui/num.tsx';
import { EmptyState, Skeleton } from '#web/ui/states.tsx';
import { Table, Td, Th } from '#web/ui/table.tsx';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';
import { ClosedRounds } from './closed-rounds.tsx';
import { FillCards, OrderCards, PositionCards } from './own/own-cards.tsx';
import { OutcomeTag } from './outcome-tag.tsx';
import { gainIfRight, restingLots, restsUntil } from './own/own-rows.ts';
import type { Placing } from './ticket/placing.ts';
import { IfSold } from './own/if-sold.tsx';
import { FillTable } from './own/fill-table.tsx';
import type { PositionValues } from './own/position-values.tsx';
import type { OwnState } from './own/use-own.ts';
import { SellButton } from './own/sell-button.tsx';
import { lotsOf } from './ticket/share-math.ts';
import { lotsWords, useMarketWords, wireCents } from './words.ts';

export type PanelTab = 'orders' | 'positions' | 'chance' | 'fills' | 'closed';

export interface PanelProps {
  readonly orders: readonly OrderWire[];
  readonly positions: readonly PositionWire[];
  /** What each would bring if it were sold now. */
  readonly values: PositionValues;
  readonly fills: readonly FillWire[];
  /** What was held in rounds that have ended. */
  readonly closed: readonly PositionWire[];
  /** The chance of the round on the screen over time. */
  readonly chance: ReactNode;
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
export function RoundPanel(props: PanelProps) {
  const { t } = useTranslation('rounds');
  const [tab, setTab] = useState<PanelTab>('orders');
  const several = props.orders.length > 1;
  const count = (value: number) => (value > 0 ? <Num className="text-faint">{value}</Num> : null);
  return (
    <div className="relative h-full min-h-0 bg-s1">
      <Tabs
        className="h-full min-h-0"
        listClassName="px-4 md:pe-32"
        label={t('panel.label')}
        value={tab}
        onChange={setTab}
        items={[
          {
            value: 'orders',
            label: (
              <>
                {t('panel.orders')} {count(props.orders.length)}
              </>
            ),
          },
          {
            value: 'positions',
            label: (
              <>
                {t('panel.positions')} {count(props.positions.length)}
              </>
            ),
          },
          { value: 'chance', label: t('panel.chance') },
          {
            value: 'fills',
            label: (
              <>
                {t('panel.fills')} {count(props.fills.length)}
              </>
            ),
          },
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
            <OrderTable {...props} />
            <OrderCards {...props} />
            {several ? (
              <Button variant="ghost" wide className="mt-2 md:hidden" onClick={props.onCancelAll}>
                {t('panel.cancel_all')}
              </Button>
            ) : null}
          </Filled>
        </Panel>
        <Panel value="positions">
          <Filled {...props} list="positions" empty={props.positions.length === 0} text={t('panel.no_positions')}>
            <PositionTable {...props} />
            <PositionCards {...props} />
          </Filled>
        </Panel>
        <Panel value="chance">{props.chance}</Panel>
        <Panel value="fills">
          <Filled {...props} list="fills" empty={props.fills.length === 0} text={t('panel.no_fills')}>
            <FillTable {...props} />
            <FillCards {...props} />
            <WholeHistory href={props.historyHref} />
          </Filled>
        </Panel>
        <Panel value="closed">
          <Filled {...props} list="closed" empty={props.closed.length === 0} text={t('panel.no_closed')}>
            <ClosedRounds positions={props.closed} />
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
    <a href={href} className="flex min-h-11 items-center px-4 text-13 font-540 text-brand-text max-md:px-0">
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

/** A column that narrow desktops do without. */
const IF_ROOM = 'max-xl:hidden';

function OrderTable(props: PanelProps) {
  const { t } = useTranslation('rounds');
  return (
    <Table
      caption={t('panel.orders')}
      className="max-lg:hidden"
      head={
        <tr>
          <Th>{t('col.round')}</Th>
          <Th>{t('col.side')}</Th>
          <Th>{t('col.price')}</Th>
          <Th className={IF_ROOM}>{t('col.if_right')}</Th>
          <Th>{t('col.filled')}</Th>
          <Th>{t('col.until')}</Th>
          <Th>{t('col.held')}</Th>
          <Th>
            <span className="vh">{t('col.actions')}</span>
          </Th>
        </tr>
      }
    >
      {props.pending.map((one) => (
        <PendingRow key={one.key} placing={one} />
      ))}
      {props.orders.map((order) => (
        <OrderRow key={order.id} order={order} panel={props} />
      ))}
    </Table>
  );
}

/** An order on its way: dashed until it is accepted. */
function PendingRow({ placing }: { readonly placing: Placing }) {
  const { t } = useTranslation('rounds');
  return (
    <tr className="text-mut [&_td]:border-dashed" data-pending="">
      <Td>–</Td>
      <Td>
        <OutcomeTag outcome={placing.body.outcome} />
      </Td>
      <Td colSpan={6}>{placing.phase === 'placing' ? t('state.placing') : t('state.unconfirmed')}</Td>
    </tr>
  );
}

function OrderRow({ order, panel }: { readonly order: OrderWire; readonly panel: PanelProps }) {
  const { t } = useTranslation('rounds');
  const formats = useFormats();
  const market = useMarketWords();
  const going = panel.cancelling.has(order.id);
  const gain = gainIfRight(order);
  return (
    <tr data-order-id={order.id} className={cx(going && 'opacity-50')}>
      <Td className="font-540">
        <bdi>{market(order.market)}</bdi>
      </Td>
      <Td>
        <OutcomeTag outcome={order.outcome} /> {order.side === 'SELL' ? t('order.sell') : null}
      </Td>
      <Td>
        <Num>
          {wireCents(formats, order.price)}{' '}
          <span className="text-faint">× {lotsWords(formats, restingLots(order))}</span>
        </Num>
      </Td>
      <Td className={IF_ROOM}>
        <Num className={cx(gain !== null && 'text-up')}>
          {gain === null ? '–' : formats.own(toDecimal(gain, 2), { signed: true })}
        </Num>
      </Td>
      <Td>
        <span className="inline-flex items-center gap-2.5">
          <Num>
            {lotsWords(formats, lotsOf(order.filled))} / {lotsWords(formats, restingLots(order))}
          </Num>
          <FillBar share={order.filled / (order.filled + order.remaining || 1)} />
        </span>
      </Td>
      <Td>
        <Moment at={restsUntil(order)} />
      </Td>
      <Td>
        <Num>{order.side === 'BUY' ? formats.own(order.heldStr) : '–'}</Num>
      </Td>
      <Td end>
        <span className="inline-flex">
          <IconButton
            className="size-8! pointer-coarse:size-11!"
            label={t('order.amend')}
            onClick={() => panel.onAmend(order)}
          >
            <Pencil aria-hidden />
          </IconButton>
          <IconButton
            className="size-8! pointer-coarse:size-11!"
            label={t('order.cancel')}
            aria-disabled={going}
            onClick={() => (going ? undefined : panel.onCancel(order))}
          >
            <X aria-hidden />
          </IconButton>
        </span>
      </Td>
    </tr>
  );
}

/** How much is filled; runs from left to right in every language. */
function FillBar({ share }: { readonly share: number }) {
  return (
    <span aria-hidden dir="ltr" className="inline-block h-1 w-12 overflow-hidden rounded-pill bg-s3">
      <i className="block size-full origin-left rounded-pill bg-brand-text" style={{ transform: `scaleX(${share})` }} />
    </span>
  );
}

function PositionTable(props: PanelProps) {
  const { t } = useTranslation('rounds');
  const formats = useFormats();
  const market = useMarketWords();
  return (
    <Table
      caption={t('panel.positions')}
      className="max-lg:hidden"
      head={
        <tr>
          <Th>{t('col.round')}</Th>
          <Th>{t('col.side')}</Th>
          <Th end>{t('term.shares')}</Th>
          <Th end>{t('col.avg_with_fee')}</Th>
          <Th end>{t('col.paid')}</Th>
          <Th end>{t('col.if_right')}</Th>
          <Th end className={IF_ROOM}>
            {t('col.if_sold')}
          </Th>
          <Th>{t('col.ends')}</Th>
          <Th>
            <span className="vh">{t('col.actions')}</span>
          </Th>
        </tr>
      }
    >
      {props.positions.map((position) => (
        <tr key={`${position.market.marketId} ${position.outcome}`} data-position={position.market.marketId}>
          <Td className="font-540">
            <bdi>{market(position.market)}</bdi>
          </Td>
          <Td>
            <OutcomeTag outcome={position.outcome} />
          </Td>
          <Td end>
            <Num>{lotsWords(formats, lotsOf(position.shares))}</Num>
          </Td>
          <Td end>
            <Num>{position.averagePrice === null ? '–' : wireCents(formats, position.averagePrice)}</Num>
          </Td>
          <Td end>
            <Num>{formats.own(position.costStr)}</Num>
          </Td>
          <Td end>
            <Num>{formats.own(position.shares.toFixed(2))}</Num>
          </Td>
          <Td end className={IF_ROOM}>
            <IfSold position={position} values={props.values} />
          </Td>
          <Td>
            <Moment at={Date.parse(position.market.endsAt)} to="minute" />
          </Td>
          <Td end>
            <SellButton position={position} panel={props} />
          </Td>
        </tr>
      ))}
    </Table>
  );
}
