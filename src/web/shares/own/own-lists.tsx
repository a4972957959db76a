import { Pencil, X } from 'lucide-react';
import { toDecimal } from '#domain/money.ts';
import type { FillWire, MarketLabel, OrderWire, PositionWire } from '#protocol/exchange.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { resultOf, toneOf } from '#web/money/round-result.ts';
import { useRoundReceiptLink } from '#web/receipt-link.ts';
import { useFormats } from '#web/shell-context.ts';
import { IconButton } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { ColumnTerm } from '#web/ui/list/column-term.tsx';
import type { Column } from '#web/ui/list/column.ts';
import { ListRows } from '#web/ui/list/list-rows.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { Num } from '#web/ui/num.tsx';
import { OutcomeTag } from '../outcome-tag.tsx';
import type { PanelProps } from './own-panel.tsx';
import type { Placing } from '../ticket/placing.ts';
import { lotsOf } from '../ticket/share-math.ts';
import { lotsWords, useMarketWords, wireCents } from '../words.ts';
import { IfSold } from './if-sold.tsx';
import { gainIfRight, positionKey, restingLots, restsUntil } from './own-rows.ts';
import { SellButton } from './sell-button.tsx';

/** A column that narrow desktops do without. */
const IF_ROOM = 'max-xl:hidden';

/** Round and side, which every list begins with. */
function useBegin<R>(
  of: (row: R) => { readonly market: MarketLabel; readonly outcome: string; readonly side?: string },
) {
  const { t } = useTranslation('rounds');
  const words = useMarketWords();
  return [
    {
      id: 'round',
      label: t('col.round'),
      head: true,
      className: 'font-540',
      cell: (row) => <bdi>{words(of(row).market)}</bdi>,
    },
    {
      id: 'side',
      label: t('col.side'),
      head: true,
      cell: (row) => (
        <>
          <OutcomeTag outcome={of(row).outcome} /> {of(row).side ?? null}
        </>
      ),
    },
  ] as const satisfies readonly Column<R>[];
}

/** Resting orders; those on their way are faint until they are accepted. */
export function OrderList(props: PanelProps) {
  const { t } = useTranslation('rounds');
  const formats = useFormats();
  const begin = useBegin<OrderWire>((order) => ({
    ...order,
    side: order.side === 'SELL' ? t('order.sell') : '',
  }));
  const columns: readonly Column<OrderWire>[] = [
    ...begin,
    {
      id: 'price',
      label: t('col.price'),
      cell: (order) => (
        <Num>
          {wireCents(formats, order.price)}{' '}
          <span className="text-faint">× {lotsWords(formats, restingLots(order))}</span>
        </Num>
      ),
    },
    { id: 'if_right', label: t('col.if_right'), className: IF_ROOM, cell: (order) => <IfRight order={order} /> },
    { id: 'filled', label: t('col.filled'), cell: (order) => <Filled order={order} /> },
    { id: 'until', label: t('col.until'), cell: (order) => <Moment at={restsUntil(order)} /> },
    {
      id: 'held',
      label: t('col.held'),
      cell: (order) => <Num>{order.side === 'BUY' ? formats.own(order.heldStr) : '–'}</Num>,
    },
    {
      id: 'actions',
      label: t('col.actions'),
      bare: true,
      head: true,
      end: true,
      cell: (order) => <OrderActions order={order} panel={props} />,
    },
  ];
  return (
    <>
      {props.pending.map((one) => (
        <Pending key={one.key} placing={one} />
      ))}
      {props.orders.length === 0 ? null : (
        <ListRows
          caption={t('panel.orders')}
          columns={columns}
          rows={props.orders}
          keyOf={(order) => order.id}
          marks={(order) => ({ 'data-order-id': order.id })}
          faint={(order) => props.cancelling.has(order.id)}
        />
      )}
    </>
  );
}

/** An order on its way: dashed until it is accepted. */
function Pending({ placing }: { readonly placing: Placing }) {
  const { t } = useTranslation('rounds');
  return (
    <p
      className="flex flex-wrap items-center gap-2 border-b border-dashed border-line2 px-4 py-2.5 text-13 text-mut"
      data-pending=""
    >
      <OutcomeTag outcome={placing.body.outcome} />
      {placing.phase === 'placing' ? t('state.placing') : t('state.unconfirmed')}
    </p>
  );
}

function IfRight({ order }: { readonly order: OrderWire }) {
  const formats = useFormats();
  const gain = gainIfRight(order);
  return (
    <Num className={cx(gain !== null && 'text-up')}>
      {gain === null ? '–' : formats.own(toDecimal(gain, 2), { signed: true })}
    </Num>
  );
}

/** How much is filled; the bar runs from left to right in every language. */
function Filled({ order }: { readonly order: OrderWire }) {
  const formats = useFormats();
  const share = order.filled / (order.filled + order.remaining || 1);
  return (
    <span className="inline-flex items-center gap-2.5">
      <Num>
        {lotsWords(formats, lotsOf(order.filled))} / {lotsWords(formats, restingLots(order))}
      </Num>
      <span aria-hidden dir="ltr" className="inline-block h-1 w-12 overflow-hidden rounded-pill bg-s3">
        <i
          className="block size-full origin-left rounded-pill bg-brand-text"
          style={{ transform: `scaleX(${share})` }}
        />
      </span>
    </span>
  );
}

function OrderActions({ order, panel }: { readonly order: OrderWire; readonly panel: PanelProps }) {
  const { t } = useTranslation('rounds');
  const going = panel.cancelling.has(order.id);
  const look = 'size-8! pointer-coarse:size-11!';
  return (
    <span className="inline-flex">
      <IconButton className={look} label={t('order.amend')} onClick={() => panel.onAmend(order)}>
        <Pencil aria-hidden />
      </IconButton>
      <IconButton
        className={look}
        label={t('order.cancel')}
        aria-disabled={going}
        onClick={() => (going ? undefined : panel.onCancel(order))}
      >
        <X aria-hidden />
      </IconButton>
    </span>
  );
}

export function PositionList(props: PanelProps) {
  const { t } = useTranslation('rounds');
  const formats = useFormats();
  const columns: readonly Column<PositionWire>[] = [
    ...useBegin<PositionWire>((position) => position),
    {
      id: 'shares',
      label: t('term.shares'),
      end: true,
      cell: ({ shares }) => <Num>{lotsWords(formats, lotsOf(shares))}</Num>,
    },
    {
      id: 'average',
      label: t('col.avg'),
      shown: <ColumnTerm name="average">{t('col.avg')}</ColumnTerm>,
      end: true,
      cell: ({ averagePrice }) => <Num>{averagePrice === null ? '–' : wireCents(formats, averagePrice)}</Num>,
    },
    { id: 'paid', label: t('col.paid'), end: true, cell: ({ costStr }) => <Num>{formats.own(costStr)}</Num> },
    {
      id: 'if_right',
      label: t('col.if_right'),
      end: true,
      cell: ({ shares }) => <Num>{formats.own(shares.toFixed(2))}</Num>,
    },
    {
      id: 'if_sold',
      label: t('col.if_sold'),
      end: true,
      className: IF_ROOM,
      cell: (position) => <IfSold position={position} values={props.values} />,
    },
    {
      id: 'ends',
      label: t('col.ends'),
      cell: ({ market }) => <Moment at={Date.parse(market.endsAt)} to="minute" />,
    },
    {
      id: 'actions',
      label: t('col.actions'),
      bare: true,
      head: true,
      end: true,
      cell: (position) => <SellButton position={position} panel={props} />,
    },
  ];
  return (
    <ListRows
      caption={t('panel.positions')}
      columns={columns}
      rows={props.positions}
      keyOf={positionKey}
      marks={({ market }) => ({ 'data-position': market.marketId })}
    />
  );
}

/** What own orders met, newest first. */
export function FillList({ fills }: Pick<PanelProps, 'fills'>) {
  const { t } = useTranslation('rounds');
  const formats = useFormats();
  const columns: readonly Column<FillWire>[] = [
    { id: 'time', label: t('col.time'), className: 'text-mut', cell: ({ time }) => <Moment at={Date.parse(time)} /> },
    ...useBegin<FillWire>((fill) => ({ ...fill, side: fill.side === 'SELL' ? t('order.sell') : t('order.buy') })),
    {
      id: 'shares',
      label: t('term.shares'),
      end: true,
      cell: ({ shares }) => <Num>{lotsWords(formats, lotsOf(shares))}</Num>,
    },
    { id: 'price', label: t('col.price'), end: true, cell: ({ price }) => <Num>{wireCents(formats, price)}</Num> },
    {
      id: 'money',
      label: t('col.money'),
      head: true,
      end: true,
      cell: ({ side, moneyStr, undone }) => (
        <span className="inline-grid justify-items-end">
          <Num>{formats.own(side === 'SELL' ? moneyStr : `-${moneyStr}`, { signed: true })}</Num>
          {undone ? <span className="text-12 text-mut">{t('fill.undone')}</span> : null}
        </span>
      ),
    },
    { id: 'fee', label: t('term.fee'), end: true, cell: ({ feeStr }) => <Num>{formats.own(feeStr)}</Num> },
  ];
  return (
    <ListRows
      caption={t('panel.fills')}
      columns={columns}
      rows={fills}
      keyOf={(fill) => `${fill.id} ${fill.orderId}`}
      marks={({ id }) => ({ 'data-fill': id })}
    />
  );
}

/** What was held in the last rounds that ended: won, lost or the same price, with one's own figures. */
export function ClosedList({ closed }: Pick<PanelProps, 'closed'>) {
  const { t } = useTranslation('rounds');
  const formats = useFormats();
  const columns: readonly Column<PositionWire>[] = [
    ...useBegin<PositionWire>((position) => position),
    { id: 'paid', label: t('col.paid'), end: true, cell: ({ costStr }) => <Num>{formats.own(costStr)}</Num> },
    {
      id: 'back',
      label: t('col.back'),
      end: true,
      cell: ({ creditStr }) => <Num>{formats.own(creditStr ?? '0')}</Num>,
    },
    {
      id: 'result',
      label: t('col.result'),
      head: true,
      end: true,
      cell: (position) => <Result position={position} />,
    },
    {
      id: 'actions',
      label: t('col.actions'),
      bare: true,
      wide: true,
      end: true,
      cell: (position) => <CheckLink position={position} />,
    },
  ];
  return (
    <ListRows
      caption={t('panel.closed')}
      columns={columns}
      rows={closed}
      keyOf={positionKey}
      marks={({ market }) => ({ 'data-closed': market.marketId })}
    />
  );
}

/** Word and profit: the same price and a profit of nothing have no colour. */
function Result({ position }: { readonly position: PositionWire }) {
  const { t } = useTranslation('rounds');
  const formats = useFormats();
  const result = resultOf(position);
  const tone = result === 'same' || result === 'void' ? '' : toneOf(position.profit ?? 0);
  return (
    <span className="inline-flex items-baseline gap-2">
      {result === null ? null : <span className="text-12 text-mut">{t(`result.${result}`)}</span>}
      <Num as="b" className={tone}>
        {formats.own(position.profitStr ?? '0', { signed: true })}
      </Num>
    </span>
  );
}

function CheckLink({ position }: { readonly position: PositionWire }) {
  const { t } = useTranslation('rounds');
  const address = useRoundReceiptLink();
  const { kind, marketId } = position.market;
  return kind !== 'round' ? null : (
    <a
      href={address({ market: marketId, realm: position.realm })}
      className="inline-flex min-h-6 items-center text-12 text-brand-text hover:underline pointer-coarse:min-h-11"
    >
      {t('receipt.check')}
    </a>
  );
}
