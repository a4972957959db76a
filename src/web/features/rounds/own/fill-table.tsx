import { useTranslation } from '#web/i18n/use-translation.ts';
import type { FillWire } from '#protocol/exchange.ts';
import { useFormats } from '#web/shell-context.ts';
import { Moment } from '#web/ui/moment.tsx';
import { Num } from '#web/ui/num.tsx';
import { Table, Td, Th } from '#web/ui/table.tsx';
import { OutcomeTag } from '../outcome-tag.tsx';
import { lotsOf } from '../ticket/share-math.ts';
import { lotsWords, useMarketWords, wireCents } from '../words.ts';

/** What own orders met, newest first. */
export function FillTable(props: { readonly fills: readonly FillWire[] }) {
  const { t } = useTranslation('rounds');
  const formats = useFormats();
  const market = useMarketWords();
  return (
    <Table
      caption={t('panel.fills')}
      className="max-lg:hidden"
      head={
        <tr>
          <Th>{t('col.time')}</Th>
          <Th>{t('col.round')}</Th>
          <Th>{t('col.side')}</Th>
          <Th end>{t('term.shares')}</Th>
          <Th end>{t('col.price')}</Th>
          <Th end>{t('col.money')}</Th>
          <Th end>{t('term.fee')}</Th>
        </tr>
      }
    >
      {props.fills.map((fill) => (
        <tr key={`${fill.id} ${fill.orderId}`} data-fill={fill.id}>
          <Td className="text-mut">
            <Moment at={Date.parse(fill.time)} />
          </Td>
          <Td className="font-540">
            <bdi>{market(fill.market)}</bdi>
          </Td>
          <Td>
            <OutcomeTag outcome={fill.outcome} /> {fill.side === 'SELL' ? t('order.sell') : t('order.buy')}
          </Td>
          <Td end>
            <Num>{lotsWords(formats, lotsOf(fill.shares))}</Num>
          </Td>
          <Td end>
            <Num>{wireCents(formats, fill.price)}</Num>
          </Td>
          <Td end>
            <Num>{formats.own(fill.side === 'SELL' ? fill.moneyStr : `-${fill.moneyStr}`, { signed: true })}</Num>
          </Td>
          <Td end>
            <Num>{formats.own(fill.feeStr)}</Num>
          </Td>
        </tr>
      ))}
    </Table>
  );
}
