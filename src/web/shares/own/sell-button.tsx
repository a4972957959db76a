import { useTranslation } from '#web/i18n/use-translation.ts';
import { toDecimal } from '#domain/money.ts';
import type { PositionWire } from '#protocol/exchange.ts';
import { useFormats } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import type { PanelProps } from './own-panel.tsx';
import { positionKey } from './own-rows.ts';

/** Leads to the ticket; says what the book of the position's round gives now. */
export function SellButton(props: {
  readonly position: PositionWire;
  readonly panel: PanelProps;
  readonly className?: string;
}) {
  const { t } = useTranslation('rounds');
  const formats = useFormats();
  const value = props.panel.values.get(positionKey(props.position));
  return (
    <Button size="sm" variant="outline" className={props.className} onClick={() => props.panel.onSell(props.position)}>
      {value === undefined ? t('order.sell') : t('close.quote', { amount: formats.own(toDecimal(value, 2)) })}
    </Button>
  );
}
