import { useEffect, useMemo, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { averagingMsOf } from '#domain/trading/rounds/windows.ts';
import type { RoundSlotProps } from '#web/round-slot.ts';
import { useFormats } from '#web/shell-context.ts';
import { Guard } from '#web/ui/part.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { Segments } from '#web/ui/tabs.tsx';
import { BookTable } from '#web/shares/book-table.tsx';
import { bookOf, viewOf, type Outcome } from '#web/shares/book-view.ts';
import { ChanceChart } from '#web/shares/chance/chance-chart.tsx';
import { ownMarks } from '#web/shares/chance/chance-points.ts';
import { useChance } from '#web/shares/chance/use-chance.ts';
import { RoundHead } from './round-head.tsx';
import { FollowPositions, soldNow, usePositionValues } from '#web/shares/own/position-values.tsx';
import { notShown } from '#web/shares/ticket/placing.ts';
import { OwnPanel } from '#web/shares/own/own-panel.tsx';
import { RoundTicketForm } from './round-ticket-form.tsx';
import { standOf } from '#web/shares/ticket/round-problem.ts';
import { withLots, withPrice } from '#web/shares/ticket/round-ticket.ts';
import { centsText } from '#web/shares/ticket/share-math.ts';
import { useRoundTrading } from './use-round-trading.tsx';

/** Rows a side of the book that are shown. */
const ROWS = 6;

/** The Round tab: ticket, book, orders and the head of the pair, each in its place of the screen. */
export default function RoundArea(props: RoundSlotProps) {
  const { t } = useTranslation('rounds');
  const { slots } = props;
  const quick = useRoundTrading(props);
  const { ticket, round, book } = quick;
  const view =
    book === null
      ? null
      : viewOf(bookOf(book, ticket.outcome), { orders: quick.ownHere, outcome: ticket.outcome }, ROWS);
  const points = useChance(round, book, props.now);
  const own = useMemo(
    () => ownMarks(round?.marketId ?? '', { fills: quick.own.fills, orders: quick.resting, positions: quick.held }),
    [round?.marketId, quick.own.fills, quick.resting, quick.held],
  );
  const [values, onValue] = usePositionValues();
  useMark(props, quick);
  const { onSold } = props;
  const sold = useMemo(() => soldNow(quick.held, values), [quick.held, values]);
  useEffect(() => onSold(sold), [onSold, sold]);
  useEffect(() => () => onSold(null), [onSold]);
  const { onCount, onMark } = props;
  const resting = quick.resting.length;
  useEffect(() => onCount(resting), [onCount, resting]);
  useEffect(() => () => onMark(null), [onMark]);
  const why = { ready: t('round.none'), failed: t('load.failed'), loading: null } as const;
  const none = round === null ? why[quick.list.state] : null;
  const table = (bare: boolean): ReactNode => (
    <BookTable
      view={view}
      none={none}
      outcome={ticket.outcome}
      quoted={book?.quoted ?? false}
      stands={standOf(quick.problem)}
      bare={bare}
      onRow={(row, how) => {
        const price = centsText(row.price);
        quick.setTicket(how === 'price' ? withPrice(ticket, price) : withLots(ticket, price, row.upTo));
        props.onPhone(null);
      }}
      onYours={() => props.onPhone('orders')}
    />
  );
  const panel = (
    <OwnPanel
      orders={quick.resting}
      positions={quick.held}
      values={values}
      fills={quick.own.fills}
      closed={quick.own.closed}
      chance={round === null ? null : <ChanceChart round={round} points={points} own={own} />}
      pending={notShown(quick.orders.pending, quick.own.orders)}
      cancelling={quick.orders.cancelling}
      states={quick.own.states}
      historyHref={props.historyHref}
      onCancel={quick.cancel}
      onCancelAll={quick.askCancelAll}
      onAmend={(order) => {
        quick.amend(order);
        props.onPhone(null);
      }}
      onSell={(position) => {
        quick.sell(position);
        props.onPhone(null);
      }}
      onRetry={quick.own.reload}
    />
  );
  return (
    <>
      {slots.ticket === null
        ? null
        : createPortal(
            <Guard>
              <Ticket quick={quick} {...props} />
            </Guard>,
            slots.ticket,
          )}
      {slots.head === null || round === null
        ? null
        : createPortal(
            <Guard small>
              <RoundHead round={round} pair={props.pair} now={props.now} />
            </Guard>,
            slots.head,
          )}
      {slots.book === null ? null : createPortal(<Guard>{table(false)}</Guard>, slots.book)}
      {slots.panel === null ? null : createPortal(<Guard>{panel}</Guard>, slots.panel)}
      <PhoneSheets {...props} book={table(true)} panel={panel} outcome={ticket.outcome} onOutcome={quick.change} />
      <FollowPositions positions={quick.held} orders={quick.resting} onValue={onValue} />
      {quick.question}
    </>
  );
}

/** The ticket, or what stands in its place; a limit leaves it to whoever sells. */
function Ticket(props: RoundSlotProps & { readonly quick: ReturnType<typeof useRoundTrading> }) {
  const { held, quick } = props;
  const sells = quick.ticket.side === 'SELL' && (quick.free > 0 || quick.amending !== null);
  return held === null || (held.canSell && sells) ? <RoundTicketForm {...props} /> : held.card;
}

function PhoneSheets(
  props: RoundSlotProps & {
    readonly book: ReactNode;
    readonly panel: ReactNode;
    readonly outcome: Outcome;
    readonly onOutcome: (part: { readonly outcome: Outcome }) => void;
  },
) {
  const { t } = useTranslation('rounds');
  const close = () => props.onPhone(null);
  return (
    <>
      <Sheet open={props.phone === 'book'} onOpenChange={close} title={t('order.book')} className="px-0!">
        <Segments
          className="mx-4 mb-2"
          label={t('side.label')}
          value={props.outcome}
          onChange={(outcome: Outcome) => props.onOutcome({ outcome })}
          items={[
            { value: 'UP', label: t('dir.up') },
            { value: 'DOWN', label: t('dir.down') },
          ]}
        />
        {props.book}
      </Sheet>
      <Sheet open={props.phone === 'orders'} onOpenChange={close} title={t('panel.label')} className="px-0!">
        {props.panel}
      </Sheet>
    </>
  );
}

/** Tells the chart what to draw, anew only where it changed. */
function useMark(props: RoundSlotProps, quick: ReturnType<typeof useRoundTrading>): void {
  const { t } = useTranslation('rounds');
  const formats = useFormats();
  const { round, ticket } = quick;
  const { onMark, pair } = props;
  const { precision } = pair;
  const gains = ticket.outcome === 'UP' ? 'above' : 'below';
  useEffect(() => {
    if (round === null) {
      onMark(null);
      return;
    }
    const price = (value: number) => formats.price(value, precision);
    onMark({
      key: round.marketId,
      startMs: Date.parse(round.startsAt),
      endMs: Date.parse(round.endsAt),
      averageMs: averagingMsOf(round.windowSec),
      target: round.target,
      gains,
      words: {
        target: t('chart.target', { price: round.target === null ? '–' : price(round.target) }),
        start: t('chart.start_average'),
        end: t('chart.end_average'),
        above: (difference) => t('chart.above', { difference: price(difference) }),
        below: (difference) => t('chart.below', { difference: price(difference) }),
      },
    });
  }, [round, gains, precision, onMark, t, formats]);
}
