import { useEffect, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { Usdt } from '#domain/money.ts';
import { averagingMsOf } from '#domain/trading/rounds/windows.ts';
import type { PairWire } from '#protocol/trading.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { useFormats } from '#web/shell-context.ts';
import { Sheet } from '#web/ui/sheet.tsx';
import { Segments } from '#web/ui/tabs.tsx';
import { BookTable } from './book-table.tsx';
import { EMPTY_BOOK, bookOf, viewOf } from './book-view.ts';
import { RoundHead } from './round-head.tsx';
import { RoundPanel } from './round-panel.tsx';
import { RoundTicketForm } from './round-ticket-form.tsx';
import { withLots, withPrice } from './round-ticket.ts';
import { centsText } from './share-math.ts';
import { useRoundDesk } from './use-round-desk.tsx';

/** What the chart draws of a round: its window, both average bands, its target. Times in ms, prices in units of the pair. */
export interface RoundMark {
  readonly key: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly averageMs: number;
  readonly target: number | null;
  /** On which side of the target the ticket gains. */
  readonly gains: 'above' | 'below';
  readonly words: {
    readonly target: string;
    readonly start: string;
    readonly end: string;
    readonly above: (difference: number) => string;
    readonly below: (difference: number) => string;
  };
}

/** The places of the trading screen that a round fills, and what it needs of the screen. */
export interface RoundAreaProps {
  readonly pair: PairWire;
  readonly now: number;
  readonly connected: boolean;
  readonly ready: boolean;
  readonly cash: Usdt | null;
  readonly oneClick: boolean;
  /** Shared with the quick ticket. */
  readonly amount: string;
  readonly historyHref: string;
  readonly slots: Readonly<Record<'ticket' | 'book' | 'panel' | 'head', HTMLElement | null>>;
  /** What phones show in a sheet. */
  readonly phone: 'book' | 'orders' | null;
  readonly onPhone: (shown: 'book' | 'orders' | null) => void;
  readonly onAmount: (text: string) => void;
  readonly onCount: (resting: number) => void;
  readonly onMark: (mark: RoundMark | null) => void;
  readonly onSelectPair: (pair: string) => void;
  readonly onNoBalance: () => void;
  readonly onRefused: (error: ApiError) => void;
}

/** Rows a side of the book that are shown. */
const ROWS = 6;

/** The Round tab: ticket, book, orders and the head of the pair, each in its place of the screen. */
export default function RoundArea(props: RoundAreaProps) {
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
  const table = (bare: boolean): ReactNode => (
    <BookTable
      view={round === null && desk.list.state === 'ready' ? viewOf(EMPTY_BOOK, NO_OWN, ROWS) : view}
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
      pending={desk.orders.pending}
      cancelling={desk.orders.cancelling}
      state={desk.own.state}
      historyHref={props.historyHref}
      quoteOf={desk.quoteOf}
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
      {slots.ticket === null ? null : createPortal(<RoundTicketForm desk={desk} {...props} />, slots.ticket)}
      {slots.head === null || round === null
        ? null
        : createPortal(<RoundHead round={round} pair={props.pair} now={props.now} />, slots.head)}
      {slots.book === null ? null : createPortal(table(false), slots.book)}
      {slots.panel === null ? null : createPortal(panel, slots.panel)}
      <PhoneSheets {...props} book={table(true)} panel={panel} outcome={ticket.outcome} onOutcome={desk.change} />
      {desk.question}
    </>
  );
}

const NO_OWN = { orders: [], outcome: 'UP' } as const;

function PhoneSheets(
  props: RoundAreaProps & {
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
function useMark(props: RoundAreaProps, desk: ReturnType<typeof useRoundDesk>): void {
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
