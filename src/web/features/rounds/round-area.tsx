import { useEffect, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { averagingMsOf } from '#domain/trading/rounds/windows.ts';
import type { RoundSlotProps } from '#web/round-slot.ts';
import { useFormats } from '#web/shell-context.ts';
import { Guard } from '#web/ui/part.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { Segments } from '#web/ui/tabs.tsx';
import { BookTable } from './book-table.tsx';
import { bookOf, viewOf } from './book-view.ts';
import { RoundHead } from './round-head.tsx';
import { notShown } from './placing.ts';
import { RoundPanel } from './round-panel.tsx';
import { RoundTicketForm } from './round-ticket-form.tsx';
import { withLots, withPrice } from './round-ticket.ts';
import { centsText } from './share-math.ts';
import { useRoundDesk } from './use-round-desk.tsx';

/** Rows a side of the book that are shown. */
const ROWS = 6;

/** The Round tab: ticket, book, orders and the head of the pair, each in its place of the screen. */
export default function RoundArea(props: RoundSlotProps) {
  const { t } = useTranslation('rounds');
  const { slots } = props;
  const desk = useRoundDesk(props);
  const { ticket, round, book } = desk;
  const view =
    book === null
      ? null
      : viewOf(bookOf(book, ticket.outcome), { orders: desk.ownHere, outcome: ticket.outcome }, ROWS);
  useMark(props, desk);
  const { onCount, onMark } = props;
  const resting = desk.resting.length;
  useEffect(() => onCount(resting), [onCount, resting]);
  useEffect(() => () => onMark(null), [onMark]);
  const why = { ready: t('round.none'), failed: t('load.failed'), loading: null } as const;
  const none = round === null ? why[desk.list.state] : null;
  const table = (bare: boolean): ReactNode => (
    <BookTable
      view={view}
      none={none}
      outcome={ticket.outcome}
      quoted={book?.quoted ?? false}
      bare={bare}
      onRow={(row, how) => {
        const price = centsText(row.price);
        desk.setTicket(how === 'price' ? withPrice(ticket, price) : withLots(ticket, price, row.upTo));
        props.onPhone(null);
      }}
      onYours={() => props.onPhone('orders')}
    />
  );
  const panel = (
    <RoundPanel
      orders={desk.resting}
      positions={desk.held}
      fills={desk.own.fills}
      closed={desk.own.closed}
      pending={notShown(desk.orders.pending, desk.own.orders)}
      cancelling={desk.orders.cancelling}
      states={desk.own.states}
      historyHref={props.historyHref}
      onCancel={desk.cancel}
      onCancelAll={desk.askCancelAll}
      onAmend={(order) => {
        desk.amend(order);
        props.onPhone(null);
      }}
      onSell={(position) => {
        desk.sell(position);
        props.onPhone(null);
      }}
      onRetry={desk.own.reload}
    />
  );
  return (
    <>
      {slots.ticket === null
        ? null
        : createPortal(
            <Guard>
              <Ticket desk={desk} {...props} />
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
      <PhoneSheets {...props} book={table(true)} panel={panel} outcome={ticket.outcome} onOutcome={desk.change} />
      {desk.question}
    </>
  );
}

/** The ticket, or what stands in its place; a limit leaves it to whoever sells. */
function Ticket(props: RoundSlotProps & { readonly desk: ReturnType<typeof useRoundDesk> }) {
  const { held, desk } = props;
  const sells = desk.ticket.side === 'SELL' && (desk.free > 0 || desk.amending !== null);
  return held === null || (held.canSell && sells) ? <RoundTicketForm {...props} /> : held.card;
}

function PhoneSheets(
  props: RoundSlotProps & {
    readonly book: ReactNode;
    readonly panel: ReactNode;
    readonly outcome: 'UP' | 'DOWN';
    readonly onOutcome: (part: { readonly outcome: 'UP' | 'DOWN' }) => void;
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
          onChange={(outcome) => props.onOutcome({ outcome })}
          items={[
            { value: 'UP', label: t('dir.up') },
            { value: 'DOWN', label: t('dir.down') },
          ]}
        />
        {props.book}
      </Sheet>
      <Sheet open={props.phone === 'orders'} onOpenChange={close} title={t('panel.label')}>
        {props.panel}
      </Sheet>
    </>
  );
}

/** Tells the chart what to draw, anew only where it changed. */
function useMark(props: RoundSlotProps, desk: ReturnType<typeof useRoundDesk>): void {
  const { t } = useTranslation('rounds');
  const formats = useFormats();
  const { round, ticket } = desk;
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
