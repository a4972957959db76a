import { useTranslation } from '#web/i18n/use-translation.ts';
import type { BarWire, PairWire } from '#protocol/trading.ts';
import { useFormats } from '#web/shell-context.ts';
import { pairLabel } from '#web/ui/market/pair-icon.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { Num } from '#web/ui/num.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { Table, Td, Th } from '#web/ui/table.tsx';

/** The newest bars of the chart as a table, for those who cannot use the picture. */
export default function ChartTable(props: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly pair: PairWire;
  readonly bars: readonly BarWire[];
}) {
  const { t } = useTranslation('trading');
  const formats = useFormats();
  const { pair } = props;
  const title = t('chart.table_title', { pair: pairLabel(pair.id) });
  const price = (value: number) => <Num>{formats.price(value, pair.precision)}</Num>;
  return (
    <Sheet open={props.open} onOpenChange={props.onOpenChange} title={title}>
      <Table
        plain
        caption={title}
        head={
          <tr>
            <Th>{t('chart.col.time')}</Th>
            <Th end>{t('chart.col.open')}</Th>
            <Th end>{t('chart.col.high')}</Th>
            <Th end>{t('chart.col.low')}</Th>
            <Th end>{t('chart.col.close')}</Th>
          </tr>
        }
      >
        {props.bars
          .slice(-60)
          .reverse()
          .map((bar) => (
            <tr key={bar.time}>
              <Td>
                <Moment at={bar.time} />
              </Td>
              <Td end>{price(bar.open)}</Td>
              <Td end>{price(bar.high)}</Td>
              <Td end>{price(bar.low)}</Td>
              <Td end>{price(bar.close)}</Td>
            </tr>
          ))}
      </Table>
    </Sheet>
  );
}
