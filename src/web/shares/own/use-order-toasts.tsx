import { useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { OrderWire, PlacedOrderWire, PositionWire } from '#protocol/exchange.ts';
import { resultOf } from '#web/money/round-result.ts';
import { useFormats } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { showToast } from '#web/ui/toast.tsx';
import type { NotReplaced } from '../ticket/amending.ts';
import { rests } from './own-rows.ts';
import { lotsOf } from '../ticket/share-math.ts';
import { lotsWords, useMarketWords, useOutcomeWord, wireCents } from '../words.ts';

/** Ends with a sentence of their own; the others came with the end of the round. */
const TOLD = [
  'pause',
  'time',
  'self_trade',
  'netted',
  'void',
  'time_out',
  'excluded',
  'heartbeat',
  'restricted',
] as const;
type Told = (typeof TOLD)[number];
const isTold = (reason: OrderWire['endReason']): reason is Told => TOLD.includes(reason as Told);

/** A cancel can be taken back for so long (docs/rules/screens.md#round-ticket). */
const UNDO_MS = 3_000;

/** How long a result stands, as that of a prediction. */
const RESULT_MS = 4_000;

/** So many orders are named; the others are counted. */
const MOST_NAMED = 4;

/** Works once, whatever is pressed how often. */
function UndoButton(props: { readonly onUndo: () => void; readonly label: string; readonly hint: string }) {
  const [done, setDone] = useState('no');
  return (
    <Button
      size="sm"
      variant="outline"
      title={props.hint}
      aria-disabled={done === 'yes'}
      onClick={() => {
        if (done === 'yes') return;
        setDone('yes');
        props.onUndo();
      }}
    >
      {props.label}
    </Button>
  );
}

/** What happened to own orders, said in a toast. */
export function useOrderToasts() {
  const { t } = useTranslation('rounds');
  const formats = useFormats();
  const market = useMarketWords();
  const word = useOutcomeWord();
  const parts = (order: OrderWire, lots: number) => ({
    shares: lotsWords(formats, lots),
    outcome: word(order.outcome),
    price: wireCents(formats, order.averagePrice ?? order.price),
    market: market(order.market),
  });
  return {
    unknown: t('problem.unknown'),
    /** `most`: units that an order may cost. */
    notReplaced: (why: NotReplaced, most: number) =>
      why === 'filled'
        ? t('toast.filled_first')
        : why === 'tooMuch'
          ? t('problem.tooMuch', { amount: formats.money(String(most), { places: 0 }) })
          : t(`problem.${why}`),
    /** Of a changed order of which nothing, or too little, was left when it was cancelled. */
    notPlacedAgain: (order: OrderWire, why: NotReplaced) => {
      const filled = order.status === 'FILLED';
      const small = why === 'tooFew' || why === 'soldWhole';
      const gone = small ? t('toast.rest_small') : t('toast.cancelled');
      const title = filled ? t('toast.filled_first') : gone;
      showToast({ id: `order ${order.id}`, tone: 'warn', title, text: market(order.market) });
    },
    placed: (order: PlacedOrderWire) => {
      const filled = lotsOf(order.filled);
      const text = market(order.market);
      if (filled > 0) {
        const title =
          order.side === 'BUY' ? t('toast.bought', parts(order, filled)) : t('toast.sold', parts(order, filled));
        // The price is that of the book; the average of a position has the fee in it.
        const fee = order.fee > 0 ? `${text} · ${t('toast.fee', { fee: formats.own(order.feeStr) })}` : text;
        showToast({ id: `order ${order.id}`, tone: 'info', title, text: fee });
        return;
      }
      const title = rests(order) ? t('toast.rests', { price: wireCents(formats, order.price) }) : t('toast.not_filled');
      showToast({ id: `order ${order.id}`, tone: 'info', title, text });
    },
    /** `onUndo` places it again; null where nothing is left to place. */
    cancelled: (order: OrderWire, onUndo: (() => void) | null) => {
      const filled = order.status === 'FILLED';
      const id = `order ${order.id}`;
      const text = market(order.market);
      if (filled || onUndo === null) {
        showToast({
          id,
          tone: filled ? 'warn' : 'info',
          title: filled ? t('toast.filled_first') : t('toast.cancelled'),
          text,
        });
        return;
      }
      showToast({
        id,
        tone: 'info',
        title: t('toast.cancelled'),
        lasts: UNDO_MS,
        text: (
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <bdi>{text}</bdi>
            <UndoButton onUndo={onUndo} label={t('toast.undo')} hint={t('toast.undo.hint')} />
          </span>
        ),
      });
    },
    /** Each by its name: one may have come from elsewhere a moment ago. */
    cancelledAll: (orders: readonly OrderWire[]) => {
      const nameOf = (order: OrderWire) => {
        const left = lotsOf(order.shares ?? order.filled) - lotsOf(order.filled);
        const price = wireCents(formats, order.price);
        const what = { shares: lotsWords(formats, left), outcome: word(order.outcome), price };
        return `${t(order.side === 'BUY' ? 'button.buy' : 'button.sell', what)} · ${market(order.market)}`;
      };
      const more = orders.length - MOST_NAMED;
      showToast({
        id: 'orders-cancelled',
        tone: 'info',
        title: t('toast.cancelled_all', { count: orders.length }),
        text:
          orders.length === 0 ? undefined : (
            <ul>
              {orders.slice(0, MOST_NAMED).map((order) => (
                <li key={order.id}>
                  <bdi>{nameOf(order)}</bdi>
                </li>
              ))}
              {more > 0 ? <li>{t('toast.cancelled_more', { count: formats.number(more) })}</li> : null}
            </ul>
          ),
      });
    },
    /** How rounds ended for what was held of them: a gain and a loss have the same size and time. */
    settled: (positions: readonly PositionWire[]) => {
      for (const position of positions) {
        const result = resultOf(position);
        if (result === null || result === 'sold') continue;
        const profit = result === 'won' || result === 'lost';
        const amount = profit
          ? formats.own(position.profitStr ?? '0', { signed: true })
          : formats.own(position.creditStr ?? '0');
        showToast({
          id: `round ${position.market.marketId}`,
          tone: result === 'won' ? 'up' : result === 'lost' ? 'down' : 'info',
          title: t(`toast.round_${result}`, { outcome: word(position.outcome), amount }),
          text: market(position.market),
          lasts: RESULT_MS,
        });
      }
    },
    ended: (orders: readonly OrderWire[]) => {
      for (const reason of new Set(orders.map(({ endReason }) => endReason))) {
        const list = orders.filter(({ endReason }) => endReason === reason);
        showToast({
          id: `orders-ended ${reason}`,
          tone: 'info',
          title: isTold(reason) ? t(`toast.ended_${reason}`) : t('toast.ended', { count: list.length }),
          text: [...new Set(list.map((order) => market(order.market)))].join(', '),
        });
      }
    },
  };
}
