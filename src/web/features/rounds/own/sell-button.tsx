import { useTranslation } from '#web/i18n/use-translation.ts';
import type { PositionWire } from '#protocol/exchange.ts';
import { Button } from '#web/ui/button.tsx';
import type { PanelProps } from '../round-panel.tsx';
import { useSaleQuote } from './use-sale-quote.ts';

/** Positions from the top of the list whose books are followed: each is a channel of the socket. */
const QUOTED_ROWS = 12;

/** Leads to the ticket; says what the book of the position's round gives now. */
export function SellButton(props: {
  readonly position: PositionWire;
  /** Its place in the list. */
  readonly at: number;
  readonly panel: PanelProps;
  readonly className?: string;
}) {
  const { t } = useTranslation('rounds');
  const quote = useSaleQuote(props.at < QUOTED_ROWS ? props.position : null, props.panel.orders);
  return (
    <Button size="sm" variant="outline" className={props.className} onClick={() => props.panel.onSell(props.position)}>
      {quote === null ? t('order.sell') : t('close.quote', { amount: quote })}
    </Button>
  );
}
