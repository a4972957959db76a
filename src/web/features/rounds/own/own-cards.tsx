import { useTranslation } from '#web/i18n/use-translation.ts';
import type { ReactNode } from 'react';
import type { MarketLabel } from '#protocol/exchange.ts';
import { useFormats } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Num } from '#web/ui/num.tsx';
import { OutcomeTag } from '../outcome-tag.tsx';
import { restingLots, restsUntil } from './own-rows.ts';
import { IfSold } from './if-sold.tsx';
import { SellButton } from './sell-button.tsx';
import type { PanelProps } from '../round-panel.tsx';
import { lotsOf } from '../ticket/share-math.ts';
import { lotsWords, minuteOf, useMarketWords, wireCents } from '../words.ts';

/** The rows of the panel as cards, where a table has no room. */
function Card(props: {
  readonly market: MarketLabel;
  readonly outcome: string;
  readonly line: ReactNode;
  readonly end: ReactNode;
  readonly actions?: ReactNode;
  readonly className?: string;
}) {
  const words = useMarketWords();
  return (
    <li className={cx('rounded-field bg-s2 p-3 text-13', props.className)}>
      <div className="flex items-start gap-3">
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <bdi className="font-620">{words(props.market)}</bdi>
            <OutcomeTag outcome={props.outcome} />
          </span>
          <span className="mt-1 block text-12 text-mut">{props.line}</span>
        </span>
        <Num className="text-end font-620">{props.end}</Num>
      </div>
      {props.actions === undefined ? null : <div className="mt-2.5 flex gap-2">{props.actions}</div>}
    </li>
  );
}

const LIST = 'grid gap-2 md:p-3 lg:hidden';

export function OrderCards(props: PanelProps) {
  const { t } = useTranslation('rounds');
  const formats = useFormats();
  return (
    <ul className={LIST}>
      {props.pending.map((one) => (
        <li key={one.key} className="rounded-field border border-dashed border-line2 p-3 text-13 text-mut">
          {one.phase === 'placing' ? t('state.placing') : t('state.unconfirmed')}
        </li>
      ))}
      {props.orders.map((order) => (
        <Card
          key={order.id}
          market={order.market}
          outcome={order.outcome}
          className={cx(props.cancelling.has(order.id) && 'opacity-50')}
          line={t('card.order', {
            filled: lotsWords(formats, lotsOf(order.filled)),
            all: lotsWords(formats, restingLots(order)),
            price: wireCents(formats, order.price),
            time: formats.moment(restsUntil(order)),
          })}
          end={order.side === 'SELL' ? t('order.sell') : formats.own(order.heldStr)}
          actions={
            <>
              <Button size="sm" variant="outline" className="flex-1" onClick={() => props.onAmend(order)}>
                {t('order.amend')}
              </Button>
              <Button size="sm" variant="outline" className="flex-1" onClick={() => props.onCancel(order)}>
                {t('order.cancel')}
              </Button>
            </>
          }
        />
      ))}
    </ul>
  );
}

export function PositionCards(props: PanelProps) {
  const { t } = useTranslation('rounds');
  const formats = useFormats();
  return (
    <ul className={LIST}>
      {props.positions.map((position) => (
        <Card
          key={`${position.market.marketId} ${position.outcome}`}
          market={position.market}
          outcome={position.outcome}
          line={t('card.position', {
            shares: lotsWords(formats, lotsOf(position.shares)),
            paid: formats.own(position.costStr),
            time: minuteOf(formats, position.market.endsAt),
          })}
          end={formats.own(position.shares.toFixed(2))}
          actions={
            <span className="flex flex-1 items-center gap-3">
              <SellButton position={position} panel={props} className="flex-1" />
              <IfSold position={position} values={props.values} />
            </span>
          }
        />
      ))}
    </ul>
  );
}

export function FillCards(props: PanelProps) {
  const { t } = useTranslation('rounds');
  const formats = useFormats();
  return (
    <ul className={LIST}>
      {props.fills.map((fill) => (
        <Card
          key={`${fill.id} ${fill.orderId}`}
          market={fill.market}
          outcome={fill.outcome}
          line={t('card.fill', {
            side: fill.side === 'SELL' ? t('order.sell') : t('order.buy'),
            shares: lotsWords(formats, lotsOf(fill.shares)),
            price: wireCents(formats, fill.price),
            time: formats.moment(Date.parse(fill.time)),
          })}
          end={formats.own(fill.side === 'SELL' ? fill.moneyStr : `-${fill.moneyStr}`, { signed: true })}
        />
      ))}
    </ul>
  );
}
