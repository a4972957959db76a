import { useTranslation } from '#web/i18n/use-translation.ts';
import type { OrderWire, PlacedOrderWire } from '#protocol/exchange.ts';
import { useFormats } from '#web/shell-context.ts';
import { showToast } from '#web/ui/toast.tsx';
import { rests } from './own-rows.ts';
import { lotsOf } from './share-math.ts';
import { lotsWords, useMarketWords, useOutcomeWord, wireCents } from './words.ts';

/** What happened to own orders, said in a toast. */
export function useTellings() {
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
    placed: (order: PlacedOrderWire) => {
      const filled = lotsOf(order.filled);
      const text = market(order.market);
      if (filled > 0) {
        const title =
          order.side === 'BUY' ? t('toast.bought', parts(order, filled)) : t('toast.sold', parts(order, filled));
        showToast({ id: `order ${order.id}`, tone: 'info', title, text });
        return;
      }
      const title = rests(order) ? t('toast.rests', { price: wireCents(formats, order.price) }) : t('toast.not_filled');
      showToast({ id: `order ${order.id}`, tone: 'info', title, text });
    },
    cancelled: (order: OrderWire) => {
      const filled = order.status === 'FILLED';
      showToast({
        id: `order ${order.id}`,
        tone: filled ? 'warn' : 'info',
        title: filled ? t('toast.filled_first') : t('toast.cancelled'),
        text: market(order.market),
      });
    },
    ended: (orders: readonly OrderWire[]) => {
      const [first] = orders;
      if (first === undefined) return;
      showToast({
        id: 'orders-ended',
        tone: 'info',
        title: first.endReason === 'pause' ? t('toast.ended_pause') : t('toast.ended', { count: orders.length }),
        text: [...new Set(orders.map((order) => market(order.market)))].join(', '),
      });
    },
  };
}
