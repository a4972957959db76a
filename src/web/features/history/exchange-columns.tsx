import { useTranslation } from '#web/i18n/use-translation.ts';
import type { SetsMovedWire } from '#protocol/events/sets.ts';
import type { FillWire, MarketLabel, OrderWire, PositionWire } from '#protocol/exchange.ts';
import { useRoundReceiptLink } from '#web/receipt-link.ts';
import { Own } from '#web/money/own.tsx';
import { resultOf, toneOf } from '#web/money/round-result.ts';
import { EventLink } from '#web/shares/event-link.tsx';
import { useFormats } from '#web/shell-context.ts';
import { pairLabel } from '#web/ui/market/pair-icon.tsx';
import type { Column } from '#web/ui/list/column.ts';
import { Num } from '#web/ui/num.tsx';
import { CopyId } from './copy-id.tsx';
import { OutcomeChip } from './outcome-chip.tsx';

const WINDOW_SEC = { '5m': 300, '15m': 900, '1h': 3_600, '4h': 14_400, '1d': 86_400 } as const;

/** Only a round that has ended can be checked. */
function CheckLink({ position }: { readonly position: PositionWire }) {
  const { t } = useTranslation('history');
  const address = useRoundReceiptLink();
  const { kind, marketId } = position.market;
  return kind !== 'round' ? null : (
    <a
      href={address({ market: marketId, realm: position.realm })}
      className="ms-auto flex min-h-6 w-fit items-center text-12 text-brand-text hover:underline pointer-coarse:min-h-11"
    >
      {t('receipt.check')}
    </a>
  );
}

/** What the three kinds share: when, which round, which outcome, and the forms of numbers. */
function useParts() {
  const { t } = useTranslation('history');
  const formats = useFormats();
  const num = (text: string) => <Num>{text}</Num>;
  const cents = (price: number | null) => {
    if (price === null) return num('–');
    const tenths = Math.round(price * 1000);
    return num(`${formats.number(tenths / 10, tenths % 10 === 0 ? 0 : 1)}¢`);
  };
  const market = (label: MarketLabel, realm: 'real' | 'demo') =>
    label.kind === 'event' ? (
      <EventLink marketId={label.marketId} realm={realm} />
    ) : (
      <bdi className="font-540">
        {[
          label.pair === null ? null : pairLabel(label.pair),
          // Both are kept apart (first strong isolate): a word of another direction would take what is beside it along.
          label.window === null ? null : `\u2068${formats.duration(WINDOW_SEC[label.window])}\u2069`,
          label.startsAt === null ? null : `\u2068${formats.minute(Date.parse(label.startsAt))}\u2069`,
        ]
          .filter((part) => part !== null)
          .join(' · ')}
      </bdi>
    );
  const first = <R extends { readonly market: MarketLabel; readonly outcome: string; readonly realm: 'real' | 'demo' }>(
    at: (row: R) => string,
  ): readonly Column<R>[] => [
    { id: 'time', label: t('col.time'), cell: (row) => formats.dateTime(Date.parse(at(row))), wide: true },
    { id: 'round', label: t('col.round'), cell: (row) => market(row.market, row.realm), head: true },
    { id: 'side', label: t('col.direction'), cell: (row) => <OutcomeChip outcome={row.outcome} />, head: true },
  ];
  const shares = (count: number) => num(formats.number(count, Number.isInteger(count) ? 0 : 2));
  const id = <R,>(of: (row: R) => string): Column<R> => ({
    id: 'id',
    label: t('col.id'),
    cell: (row) => <CopyId id={of(row)} />,
  });
  return { t, formats, cents, first, shares, id };
}

/** What a row of orders shows. */
export function useOrderColumns(): readonly Column<OrderWire>[] {
  const { t, cents, first, shares, id } = useParts();
  const states = {
    OPEN: t('state.open'),
    PARTLY_FILLED: t('order.partly_filled'),
    FILLED: t('order.filled'),
    CANCELLED: t('order.cancelled'),
    EXPIRED: t('order.expired'),
  } as const;
  const endOf = ({ endReason }: OrderWire) =>
    endReason === null || endReason === 'user' ? null : t(`end.${endReason}`);
  return [
    ...first<OrderWire>((row) => row.placedAt),
    {
      id: 'order',
      label: t('col.order'),
      cell: (row) =>
        `${row.side === 'BUY' ? t('order.buy') : t('order.sell')} · ${row.type === 'MARKET' ? t('order.market') : t('order.limit')}`,
    },
    { id: 'price', label: t('col.price'), cell: (row) => cents(row.averagePrice ?? row.price), end: true },
    {
      id: 'filled',
      label: t('col.filled'),
      cell: (row) => (
        <Num>
          {shares(row.filled)}
          {row.shares === null ? null : <> / {shares(row.shares)}</>}
        </Num>
      ),
      end: true,
    },
    { id: 'fee', label: t('term.fee'), cell: (row) => <Own amount={row.feeStr} />, end: true },
    { id: 'state', label: t('col.state'), cell: (row) => <State name={states[row.status]} why={endOf(row)} /> },
    id((row) => row.id),
  ];
}

/** What became of an order, and what ended it. */
function State({ name, why }: { readonly name: string; readonly why: string | null }) {
  if (why === null) return name;
  return (
    <span className="inline-grid">
      {name}
      <span className="text-12 text-mut">{why}</span>
    </span>
  );
}

/** What a row of fills shows. */
export function useFillColumns(): readonly Column<FillWire>[] {
  const { t, cents, first, shares, id } = useParts();
  return [
    ...first<FillWire>((row) => row.time),
    {
      id: 'order',
      label: t('col.order'),
      cell: (row) => (
        <State
          name={row.side === 'BUY' ? t('order.buy') : t('order.sell')}
          why={row.undone ? t('fill.undone') : null}
        />
      ),
    },
    { id: 'shares', label: t('term.shares'), cell: (row) => shares(row.shares), end: true },
    { id: 'price', label: t('col.price'), cell: (row) => cents(row.price), end: true },
    {
      id: 'money',
      label: t('col.money'),
      cell: (row) => <Own amount={row.side === 'BUY' ? `-${row.moneyStr}` : row.moneyStr} signed />,
      end: true,
    },
    { id: 'fee', label: t('term.fee'), cell: (row) => <Own amount={row.feeStr} />, end: true },
    id((row) => row.id),
  ];
}

/** What a row of moves of full sets shows. */
export function useSetColumns(): readonly Column<SetsMovedWire>[] {
  const { t, shares, id } = useParts();
  const formats = useFormats();
  return [
    { id: 'time', label: t('col.time'), cell: (row) => formats.dateTime(Date.parse(row.time)), wide: true },
    {
      id: 'round',
      label: t('col.round'),
      cell: (row) => <EventLink marketId={row.marketId} realm={row.realm} />,
      head: true,
    },
    { id: 'move', label: t('kind.sets'), cell: (row) => t(`sets.${row.move}`) },
    { id: 'shares', label: t('term.shares'), cell: (row) => shares(row.shares), end: true },
    {
      id: 'money',
      label: t('col.money'),
      cell: (row) => <Own amount={row.paid > 0 ? `-${row.paidStr}` : row.gotStr} signed />,
      end: true,
    },
    id((row) => row.id),
  ];
}

/** How a round ended and what it made: the same price and a void one have no colour. */
function Profit({ position }: { readonly position: PositionWire }) {
  const { t } = useTranslation('trading');
  const { profit, profitStr } = position;
  if (profitStr === null) return <Num>–</Num>;
  const words = {
    won: t('result.won'),
    lost: t('result.lost'),
    same: t('result.tie'),
    void: t('result.void'),
    sold: t('result.sold'),
  } as const;
  const result = resultOf(position);
  const tone = result === 'same' || result === 'void' ? '' : toneOf(profit ?? 0);
  return (
    <span className="inline-grid justify-items-end">
      <Own amount={profitStr} signed className={tone} />
      {result === null ? null : <span className="text-12 text-mut">{words[result]}</span>}
    </span>
  );
}

/** What a row of positions shows. */
export function usePositionColumns(): readonly Column<PositionWire>[] {
  const { t, cents, first, shares, id } = useParts();
  return [
    ...first<PositionWire>((row) => row.market.endsAt),
    { id: 'shares', label: t('term.shares'), cell: (row) => shares(row.shares), end: true },
    { id: 'average', label: t('col.avg_with_fee'), cell: (row) => cents(row.averagePrice), end: true },
    { id: 'paid', label: t('col.paid'), cell: (row) => <Own amount={row.costStr} />, end: true },
    {
      id: 'back',
      label: t('col.back'),
      cell: (row) =>
        row.creditStr === null ? (
          t('state.held')
        ) : (
          <>
            <Own amount={row.creditStr} />
            <CheckLink position={row} />
          </>
        ),
      end: true,
    },
    { id: 'profit', label: t('col.profit'), cell: (row) => <Profit position={row} />, end: true },
    id((row) => row.market.marketId),
  ];
}
