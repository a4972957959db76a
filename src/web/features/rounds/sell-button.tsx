import { useTranslation } from '#web/i18n/use-translation.ts';
import type { PositionWire } from '#protocol/exchange.ts';
import { Button } from '#web/ui/button.tsx';
import type { PanelProps } from './round-panel.tsx';

/** Leads to the ticket; says what the book gives now where it is on the screen. */
export function SellButton(props: {
  readonly position: PositionWire;
  readonly panel: PanelProps;
  readonly className?: string;
}) {
  const { t } = useTranslation('rounds');
  const quote = props.panel.quoteOf(props.position);
  return (
    <Button size="sm" variant="outline" className={props.className} onClick={() => props.panel.onSell(props.position)}>
      {quote === null ? t('order.sell') : t('close.quote', { amount: quote })}
    </Button>
  );
}
