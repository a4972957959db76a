import { Crosshair } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { PairWire, PredictionWire } from '#protocol/trading.ts';
import { SHARE_PART, useReceiptLink } from '#web/receipt-link.ts';
import { useFormats } from '#web/shell-context.ts';
import { cx } from '#web/ui/cx.ts';
import { PairIcon, pairLabel } from '#web/ui/market/pair-icon.tsx';
import { Num } from '#web/ui/num.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { Table, Td, Th } from '#web/ui/table.tsx';
import { endedAt } from './predictions.ts';
import { COLUMN_WIDTHS } from './column-widths.ts';
import { DirectionTag } from './direction-tag.tsx';
import { ResultText } from './result-text.tsx';

export interface ClosedListProps {
  readonly predictions: readonly PredictionWire[];
  readonly pairs: ReadonlyMap<string, PairWire>;
  readonly onAgain: (prediction: PredictionWire) => void;
}

const LINK = 'inline-flex min-h-6 items-center text-12 text-brand-text hover:underline pointer-coarse:min-h-11';

/** The last predictions that ended. The whole list is the trading history. */
export function ClosedList(props: ClosedListProps) {
  const { t } = useTranslation('trading');
  if (props.predictions.length === 0) {
    return <EmptyState icon={<Crosshair aria-hidden />} title={t('table.empty')} text={t('closed.empty_text')} />;
  }
  return (
    <>
      <Table
        caption={t('tabs.closed')}
        className="max-lg:hidden"
        head={
          <tr>
            <Th className={COLUMN_WIDTHS.pair}>{t('col.pair')}</Th>
            <Th className={COLUMN_WIDTHS.direction}>{t('col.direction')}</Th>
            <Th className={COLUMN_WIDTHS.amount}>{t('field.amount')}</Th>
            <Th className={COLUMN_WIDTHS.price}>{t('col.entry')}</Th>
            <Th className={COLUMN_WIDTHS.price}>{t('col.exit')}</Th>
            <Th className={COLUMN_WIDTHS.time}>{t('col.time')}</Th>
            <Th end>{t('col.result')}</Th>
          </tr>
        }
      >
        {props.predictions.map((prediction) => (
          <ClosedRow
            key={prediction.id}
            prediction={prediction}
            pair={props.pairs.get(prediction.pair)}
            onAgain={props.onAgain}
          />
        ))}
      </Table>
      <ul className="grid gap-2 md:p-3 lg:hidden">
        {props.predictions.map((prediction) => (
          <ClosedCard key={prediction.id} prediction={prediction} onAgain={props.onAgain} />
        ))}
      </ul>
    </>
  );
}

interface Ended {
  readonly prediction: PredictionWire;
  readonly onAgain: ClosedListProps['onAgain'];
}

/** The same terms once more. */
function AgainButton({ prediction, onAgain }: Ended) {
  const { t } = useTranslation('trading');
  return (
    <button type="button" onClick={() => onAgain(prediction)} className={LINK}>
      {t('again')}
    </button>
  );
}

function ClosedRow({ prediction, pair, onAgain }: Ended & { readonly pair: PairWire | undefined }) {
  const formats = useFormats();
  const price = (mark: PredictionWire['entry']) =>
    mark === null ? '–' : formats.price(mark.price, pair?.precision ?? 2);
  return (
    <tr data-prediction={prediction.id}>
      <Td className="font-540">
        <bdi>{pairLabel(prediction.pair)}</bdi>
      </Td>
      <Td>
        <DirectionTag direction={prediction.direction} />
      </Td>
      <Td>
        <Num>{formats.own(prediction.stakeStr)}</Num>
      </Td>
      <Td>
        <Num>{price(prediction.entry)}</Num>
      </Td>
      <Td>
        <Num>{price(prediction.exit)}</Num>
      </Td>
      <Td className="text-mut">{formats.dateTime(endedAt(prediction))}</Td>
      <Td end>
        <ResultText prediction={prediction} />
        <span className="inline-flex items-center gap-3">
          <ReceiptLinks prediction={prediction} />
          <AgainButton prediction={prediction} onAgain={onAgain} />
        </span>
      </Td>
    </tr>
  );
}

export function ClosedCard({ prediction, onAgain }: Ended) {
  const formats = useFormats();
  return (
    <li data-prediction={prediction.id} className="flex flex-wrap items-center gap-x-3 rounded-field bg-s2 p-3">
      <PairIcon pair={prediction.pair} />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="font-620">{pairLabel(prediction.pair)}</bdi>
          <DirectionTag direction={prediction.direction} />
        </span>
        <span className="mt-1 block text-12 text-mut">{formats.dateTime(endedAt(prediction))}</span>
      </span>
      <ResultText prediction={prediction} stacked />
      <span className="flex basis-full flex-wrap justify-end gap-x-4">
        <ReceiptLinks prediction={prediction} />
        <AgainButton prediction={prediction} onAgain={onAgain} />
      </span>
    </li>
  );
}

/** To the receipt, and to the picture of it for others. */
function ReceiptLinks({ prediction }: { readonly prediction: PredictionWire }) {
  const { t } = useTranslation('trading');
  const address = useReceiptLink()(prediction);
  return (
    <>
      <a href={address} className={LINK}>
        {t('receipt.check')}
      </a>
      <a href={`${address}${SHARE_PART}`} className={cx(LINK, 'lg:max-[100rem]:hidden')}>
        {t('receipt.share')}
      </a>
    </>
  );
}
