import { useTranslation } from '#web/i18n/use-translation.ts';
import type { FillWire, MarketLabel, OrderWire, PositionWire } from '#protocol/exchange.ts';
import { useRoundReceiptLink } from '#web/receipt-link.ts';
import { Own } from '#web/money/own.tsx';
import { useFormats } from '#web/shell-context.ts';
import { pairLabel } from '#web/ui/market/pair-icon.tsx';
import { Num } from '#web/ui/num.tsx';
import type { Cell } from './cell.ts';
import { CopyId } from './copy-id.tsx';
import { OutcomeChip } from './outcome-chip.tsx';

export type ExchangeRow =
  | { readonly kind: 'orders'; readonly row: OrderWire }
  | { readonly kind: 'fills'; readonly row: FillWire }
  | { readonly kind: 'positions'; readonly row: PositionWire };

const WINDOW_SEC = { '5m': 300, '15m': 900, '1h': 3_600, '4h': 14_400, '1d': 86_400 } as const;

export function exchangeKey({ kind, row }: ExchangeRow): string {
  if (kind === 'positions') return `${row.market.marketId} ${row.outcome}`;
  return kind === 'fills' ? `${row.id} ${row.orderId}` : row.id;
}

/** The cells of a row, in the order of the table. */
export function useExchangeCells(): (row: ExchangeRow) => readonly Cell[] {
  const order = useOrderCells();
  const fill = useFillCells();
  const position = usePositionCells();
  return (one) => {
    if (one.kind === 'orders') return order(one.row);
    return one.kind === 'fills' ? fill(one.row) : position(one.row);
  };
}

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
  const num = (text: string, tone = '') => <Num className={tone}>{text}</Num>;
  const cents = (price: number | null) => {
    if (price === null) return num('–');
    const tenths = Math.round(price * 1000);
    return num(`${formats.number(tenths / 10, tenths % 10 === 0 ? 0 : 1)}¢`);
  };
  const market = (label: MarketLabel) => (
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
  const first = (at: string, label: MarketLabel, outcome: string): readonly Cell[] => [
    { label: t('col.time'), value: formats.dateTime(Date.parse(at)), wide: true },
    { label: t('col.round'), value: market(label), head: true },
    { label: t('col.direction'), value: <OutcomeChip outcome={outcome} />, head: true },
  ];
  const shares = (count: number) => num(formats.number(count, Number.isInteger(count) ? 0 : 2));
  const id = (text: string): Cell => ({ label: t('col.id'), value: <CopyId id={text} /> });
  return { t, formats, num, cents, first, shares, id };
}

function useOrderCells() {
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
  return (row: OrderWire): readonly Cell[] => [
    ...first(row.placedAt, row.market, row.outcome),
    {
      label: t('col.order'),
      value: `${row.side === 'BUY' ? t('order.buy') : t('order.sell')} · ${row.type === 'MARKET' ? t('order.market') : t('order.limit')}`,
    },
    { label: t('col.price'), value: cents(row.averagePrice ?? row.price), end: true },
    {
      label: t('col.filled'),
      value: (
        <Num>
          {shares(row.filled)}
          {row.shares === null ? null : <> / {shares(row.shares)}</>}
        </Num>
      ),
      end: true,
    },
    { label: t('term.fee'), value: <Own amount={row.feeStr} />, end: true },
    { label: t('col.state'), value: <State name={states[row.status]} why={endOf(row)} /> },
    id(row.id),
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

function useFillCells() {
  const { t, cents, first, shares, id } = useParts();
  return (row: FillWire): readonly Cell[] => [
    ...first(row.time, row.market, row.outcome),
    { label: t('col.order'), value: row.side === 'BUY' ? t('order.buy') : t('order.sell') },
    { label: t('term.shares'), value: shares(row.shares), end: true },
    { label: t('col.price'), value: cents(row.price), end: true },
    {
      label: t('col.money'),
      value: <Own amount={row.side === 'BUY' ? `-${row.moneyStr}` : row.moneyStr} signed />,
      end: true,
    },
    { label: t('term.fee'), value: <Own amount={row.feeStr} />, end: true },
    id(row.id),
  ];
}

/** Gain and loss have a colour, and nothing has none. */
function toneOf(profit: number): string {
  return profit > 0 ? 'text-up' : profit < 0 ? 'text-down' : '';
}

function usePositionCells() {
  const { t, num, cents, first, shares, id } = useParts();
  return (row: PositionWire): readonly Cell[] => [
    ...first(row.market.endsAt, row.market, row.outcome),
    { label: t('term.shares'), value: shares(row.shares), end: true },
    { label: t('col.avg_with_fee'), value: cents(row.averagePrice), end: true },
    { label: t('col.paid'), value: <Own amount={row.costStr} />, end: true },
    {
      label: t('col.back'),
      value:
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
    {
      label: t('col.profit'),
      value:
        row.profitStr === null ? num('–') : <Own amount={row.profitStr} signed className={toneOf(row.profit ?? 0)} />,
      end: true,
    },
    id(row.market.marketId),
  ];
}
