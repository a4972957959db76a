import { X } from 'lucide-react';
import { fromDecimal, subtract, toDecimal, usdt } from '#domain/money.ts';
import type { SetsMovedWire } from '#protocol/events/sets.ts';
import type { MarketLabel, OrderWire, PositionWire } from '#protocol/exchange.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { resultOf, toneOf } from '#web/money/round-result.ts';
import { EventLink } from '#web/shares/event-link.tsx';
import { OutcomeTag } from '#web/shares/outcome-tag.tsx';
import { lotsOf } from '#web/shares/ticket/share-math.ts';
import { lotsWords, wireCents } from '#web/shares/words.ts';
import { useFormats } from '#web/shell-context.ts';
import { IconButton } from '#web/ui/button.tsx';
import { ColumnTerm } from '#web/ui/list/column-term.tsx';
import type { Column } from '#web/ui/list/column.ts';
import { ListRows } from '#web/ui/list/list-rows.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { Num } from '#web/ui/num.tsx';
import { useEventNames } from '#web/shares/event-names.ts';
import { StateChip } from '../event-icons.tsx';
import { useEventLinks } from '../event-links.ts';
import { valueOf, type Markets } from './portfolio.ts';

interface RowsOf<R> {
  readonly rows: readonly R[];
  readonly markets: Markets | null;
}

/** Event and side, which every list begins with, and where the market stands: what is disputed or paused is here as well. */
function useBegin<
  R extends { readonly market: MarketLabel; readonly outcome: string; readonly realm: 'real' | 'demo' },
>(markets: Markets | null): readonly Column<R>[] {
  const { t } = useTranslation(['events', 'common', 'rounds']);
  return [
    {
      id: 'event',
      label: t('common:nav.event'),
      head: true,
      wide: true,
      className: 'max-w-80',
      cell: ({ market, realm }) => <EventLink marketId={market.marketId} realm={realm} />,
    },
    { id: 'side', label: t('rounds:col.side'), head: true, cell: ({ outcome }) => <OutcomeTag outcome={outcome} /> },
    {
      id: 'state',
      label: t('show.label'),
      cell: ({ market, realm }) => {
        const state = markets?.get(market.marketId)?.state;
        if (state === undefined) return '–';
        return state === 'CORRECTED' ? (
          <CorrectedLink marketId={market.marketId} realm={realm} />
        ) : (
          <StateChip state={state} />
        );
      },
    },
  ];
}

/** A result that was corrected: what it was before, why and its receipts stand on the page of the event. */
function CorrectedLink({ marketId, realm }: { readonly marketId: string; readonly realm: 'real' | 'demo' }) {
  const links = useEventLinks(realm);
  const slug = useEventNames().get(marketId)?.slug;
  if (slug === undefined) return <StateChip state="CORRECTED" />;
  return (
    <a
      href={links.event(slug)}
      className="inline-flex min-h-6 items-center rounded-chip hover:underline pointer-coarse:min-h-11"
    >
      <StateChip state="CORRECTED" />
    </a>
  );
}

const keyOf = ({ market, outcome }: Pick<PositionWire, 'market' | 'outcome'>) => `${market.marketId} ${outcome}`;

/** What is held, and what the best bid would pay for it. */
export function HeldRows({ rows, markets }: RowsOf<PositionWire>) {
  const { t } = useTranslation(['events', 'rounds']);
  const formats = useFormats();
  const columns: readonly Column<PositionWire>[] = [
    ...useBegin<PositionWire>(markets),
    {
      id: 'shares',
      label: t('rounds:term.shares'),
      end: true,
      cell: ({ shares }) => <Num>{lotsWords(formats, lotsOf(shares))}</Num>,
    },
    {
      id: 'average',
      label: t('rounds:col.avg'),
      shown: <ColumnTerm name="average">{t('rounds:col.avg')}</ColumnTerm>,
      end: true,
      cell: ({ averagePrice }) => <Num>{averagePrice === null ? '–' : wireCents(formats, averagePrice)}</Num>,
    },
    { id: 'paid', label: t('rounds:col.paid'), end: true, cell: ({ costStr }) => <Num>{formats.own(costStr)}</Num> },
    {
      id: 'value',
      label: t('portfolio.value'),
      end: true,
      cell: (position) => {
        const value = markets === null ? null : valueOf(position, markets);
        return <Num>{value === null ? '–' : formats.own(toDecimal(value, 2))}</Num>;
      },
    },
    {
      id: 'profit',
      label: t('portfolio.profit'),
      head: true,
      end: true,
      cell: (position) => <OpenProfit position={position} markets={markets} />,
    },
  ];
  return <ListRows caption={t('rounds:panel.positions')} columns={columns} rows={rows} keyOf={keyOf} marks={held} />;
}

const held = ({ market }: PositionWire) => ({ 'data-held': market.marketId });

function OpenProfit({ position, markets }: { readonly position: PositionWire; readonly markets: Markets | null }) {
  const formats = useFormats();
  const value = markets === null ? null : valueOf(position, markets);
  if (value === null) return <span className="text-faint">–</span>;
  const profit = subtract(value, fromDecimal(position.costStr, 6) ?? usdt(0n));
  return (
    <Num as="b" className={toneOf(profit)}>
      {formats.own(toDecimal(profit, 2), { signed: true })}
    </Num>
  );
}

/** Orders that rest. */
export function OrderRows({
  rows,
  markets,
  busy,
  onCancel,
}: RowsOf<OrderWire> & { readonly busy: boolean; readonly onCancel: (id: string) => void }) {
  const { t } = useTranslation('rounds');
  const formats = useFormats();
  const columns: readonly Column<OrderWire>[] = [
    ...useBegin<OrderWire>(markets),
    {
      id: 'way',
      label: t('col.side'),
      bare: true,
      cell: ({ side }) => t(side === 'SELL' ? 'order.sell' : 'order.buy'),
    },
    { id: 'price', label: t('col.price'), end: true, cell: ({ price }) => <Num>{wireCents(formats, price)}</Num> },
    {
      id: 'shares',
      label: t('term.shares'),
      end: true,
      cell: ({ remaining }) => <Num>{lotsWords(formats, lotsOf(remaining))}</Num>,
    },
    {
      id: 'held',
      label: t('col.held'),
      end: true,
      cell: ({ side, heldStr }) => <Num>{side === 'BUY' ? formats.own(heldStr) : '–'}</Num>,
    },
    {
      id: 'actions',
      label: t('col.actions'),
      bare: true,
      head: true,
      end: true,
      cell: ({ id }) => (
        <IconButton label={t('order.cancel')} aria-disabled={busy} onClick={() => (busy ? undefined : onCancel(id))}>
          <X aria-hidden />
        </IconButton>
      ),
    },
  ];
  return (
    <ListRows
      caption={t('panel.orders')}
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      marks={({ id }) => ({ 'data-order-id': id })}
    />
  );
}

/** What was held in markets that have ended, by whatever end. */
export function EndedRows({ rows, markets }: RowsOf<PositionWire>) {
  const { t } = useTranslation(['events', 'rounds']);
  const formats = useFormats();
  const columns: readonly Column<PositionWire>[] = [
    ...useBegin<PositionWire>(markets),
    { id: 'paid', label: t('rounds:col.paid'), end: true, cell: ({ costStr }) => <Num>{formats.own(costStr)}</Num> },
    {
      id: 'back',
      label: t('rounds:col.back'),
      end: true,
      cell: ({ creditStr }) => <Num>{formats.own(creditStr ?? '0')}</Num>,
    },
    {
      id: 'result',
      label: t('portfolio.profit'),
      head: true,
      end: true,
      cell: (position) => {
        const result = resultOf(position);
        return (
          <span className="inline-flex items-baseline gap-2">
            {result === null ? null : <span className="text-12 text-mut">{t(`rounds:result.${result}`)}</span>}
            <Num as="b" className={toneOf(position.profit ?? 0)}>
              {formats.own(position.profitStr ?? '0', { signed: true })}
            </Num>
          </span>
        );
      },
    },
  ];
  return (
    <ListRows
      caption={t('show.ended')}
      columns={columns}
      rows={rows}
      keyOf={keyOf}
      marks={({ market }) => ({ 'data-ended': market.marketId })}
    />
  );
}

/** Full sets that were made, given back or turned, newest first. */
export function SetRows({ rows }: { readonly rows: readonly SetsMovedWire[] }) {
  const { t } = useTranslation(['events', 'common', 'rounds']);
  const formats = useFormats();
  const columns: readonly Column<SetsMovedWire>[] = [
    {
      id: 'time',
      label: t('rounds:col.time'),
      className: 'text-mut',
      cell: ({ time }) => <Moment at={Date.parse(time)} />,
    },
    {
      id: 'event',
      label: t('common:nav.event'),
      head: true,
      wide: true,
      className: 'max-w-80',
      cell: ({ marketId, realm }) => <EventLink marketId={marketId} realm={realm} />,
    },
    { id: 'move', label: t('portfolio.sets'), head: true, cell: ({ move }) => t(`sets.${move}`) },
    {
      id: 'shares',
      label: t('rounds:term.shares'),
      end: true,
      cell: ({ shares }) => <Num>{lotsWords(formats, lotsOf(shares))}</Num>,
    },
    {
      id: 'money',
      label: t('rounds:col.money'),
      end: true,
      cell: ({ paid, paidStr, gotStr }) => (
        <Num>{formats.own(paid > 0 ? `-${paidStr}` : gotStr, { signed: true })}</Num>
      ),
    },
  ];
  return (
    <ListRows
      caption={t('portfolio.sets')}
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      marks={({ id }) => ({ 'data-set': id })}
    />
  );
}
