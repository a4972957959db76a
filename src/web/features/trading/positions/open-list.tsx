import { Crosshair } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { toDecimal, type Usdt } from '#domain/money.ts';
import type { PredictionWire } from '#protocol/trading.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { cx } from '#web/ui/cx.ts';
import { PairIcon, pairLabel } from '#web/ui/market/pair-icon.tsx';
import { Num } from '#web/ui/num.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { Table, Td, Th } from '#web/ui/table.tsx';
import { Term } from '#web/ui/term.tsx';
import { deviceStore, readGuided, writeGuided } from '../remembered.ts';
import { ClosedCard, type ClosedListProps } from './closed-list.tsx';
import { COLUMN_WIDTHS } from './column-widths.ts';
import { DirectionTag } from './direction-tag.tsx';
import { FirstSteps } from './first-steps.tsx';
import { useRowState, type OpenListProps, type RowProps } from './open-state.tsx';
import { profitIfSold } from './sale-values.ts';
import { SellButton } from './sell-button.tsx';

/** A column that narrow desktops do without: the sheet of the sale says the same. */
const IF_ROOM = 'max-xl:hidden';

/** What stands where no prediction is open: for who is on the demo for the first time, how it goes. */
interface NoneProps {
  readonly isDemo: boolean;
  /** A prediction of this account has ended. */
  readonly hasResult: boolean;
}

function NoneOpen({ isDemo, hasResult }: NoneProps) {
  const { t } = useTranslation('trading');
  const [guided, setGuided] = useState(() => readGuided(deviceStore()));
  if (isDemo && !guided) {
    const onEnd = () => {
      writeGuided(deviceStore());
      setGuided(true);
    };
    return <FirstSteps hasResult={hasResult} onEnd={onEnd} />;
  }
  return <EmptyState icon={<Crosshair aria-hidden />} title={t('table.empty')} text={t('open.empty_text')} />;
}

interface EndedProps {
  /** Ended while they were looked at, newest first: cards that stay where the finger is. */
  readonly ended?: readonly PredictionWire[];
  readonly onAgain?: ClosedListProps['onAgain'];
}

/** Open predictions: a table on wide screens, cards on narrower ones. */
export function OpenList({ isDemo, hasResult, ended = [], onAgain, ...props }: OpenListProps & NoneProps & EndedProps) {
  const { t } = useTranslation('trading');
  if (props.predictions.length === 0 && ended.length === 0) {
    return <NoneOpen isDemo={isDemo} hasResult={hasResult} />;
  }
  const known = props.predictions.flatMap((prediction) => {
    const pair = props.pairs.get(prediction.pair);
    return pair === undefined ? [] : [{ prediction, pair }];
  });
  return (
    <>
      <Table
        caption={t('tabs.open')}
        className="max-lg:hidden"
        head={
          <tr>
            <Th className={COLUMN_WIDTHS.pair}>{t('col.pair')}</Th>
            <Th className={COLUMN_WIDTHS.direction}>{t('col.direction')}</Th>
            <Th className={COLUMN_WIDTHS.amount}>{t('field.amount')}</Th>
            <Th className={COLUMN_WIDTHS.price}>
              <Term name="entry">{t('col.entry')}</Term>
            </Th>
            <Th className={COLUMN_WIDTHS.price}>{t('col.now')}</Th>
            <Th className={COLUMN_WIDTHS.time}>{t('col.closes_in')}</Th>
            <Th end className={cx(IF_ROOM, COLUMN_WIDTHS.amount)}>
              <Term name="if_sold">{t('col.if_sold')}</Term>
            </Th>
            <Th end>{t('col.if_now')}</Th>
          </tr>
        }
      >
        {known.map((row) => (
          <OpenRow key={row.prediction.id} {...row} list={props} />
        ))}
      </Table>
      <ul className="grid gap-2 md:p-3 lg:hidden">
        {known.map((row) => (
          <OpenCard key={row.prediction.id} {...row} list={props} />
        ))}
        {ended.map((prediction) => (
          <ClosedCard key={prediction.id} prediction={prediction} onAgain={(one) => onAgain?.(one)} />
        ))}
      </ul>
    </>
  );
}

function OpenRow({ prediction, pair, list }: RowProps) {
  const formats = useFormats();
  const value = list.values.get(prediction.id);
  const state = useRowState(prediction, pair, list);
  return (
    <tr data-prediction={prediction.id}>
      <Td>
        <button type="button" className="min-h-6 font-540 hover:text-brand-text" onClick={() => list.onSelect(pair.id)}>
          <bdi>{pairLabel(pair.id)}</bdi>
        </button>
      </Td>
      <Td>
        <DirectionTag direction={prediction.direction} />
      </Td>
      <Td>
        <Num>{formats.own(prediction.stakeStr)}</Num>
      </Td>
      <Td>
        <Num>{prediction.entry === null ? '–' : formats.price(prediction.entry.price, pair.precision)}</Num>
      </Td>
      <Td>
        <Num className={state.priceTone}>{state.price}</Num>
      </Td>
      <Td>
        <span className="inline-flex items-center gap-2.5">
          <Num>{state.left}</Num>
          <TimeBar share={state.share} />
        </span>
      </Td>
      <Td end className={IF_ROOM}>
        <IfSold prediction={prediction} value={value} />
      </Td>
      <Td end>
        <span className="inline-flex items-center justify-end gap-3">
          {state.outlook}
          <SellButton prediction={prediction} now={list.now} value={value} />
        </span>
      </Td>
    </tr>
  );
}

/** Gain or loss of a sale now, against the stake. */
function IfSold(props: {
  readonly prediction: PredictionWire;
  readonly value: Usdt | undefined;
  readonly none?: ReactNode;
}) {
  const formats = useFormats();
  const { prediction, value, none = <span className="text-faint">–</span> } = props;
  if (value === undefined) return none;
  const profit = profitIfSold(prediction.stakeStr, value);
  return (
    <Num className={cx('font-620', profit > 0n && 'text-up', profit < 0n && 'text-down')}>
      {formats.own(toDecimal(profit, 2), { signed: true })}
    </Num>
  );
}

/** How much of the time is over; runs from left to right in every language. */
function TimeBar({ share }: { readonly share: number }) {
  return (
    <span aria-hidden dir="ltr" className="inline-block h-1 w-21 overflow-hidden rounded-pill bg-s3 max-xl:w-14">
      <i
        className="block h-full w-full origin-left rounded-pill bg-brand-text"
        style={{ transform: `scaleX(${share})` }}
      />
    </span>
  );
}

function OpenCard({ prediction, pair, list }: RowProps) {
  const formats = useFormats();
  const value = list.values.get(prediction.id);
  const state = useRowState(prediction, pair, list);
  return (
    <li className="grid rounded-field bg-s2">
      <button
        type="button"
        data-prediction={prediction.id}
        onClick={() => list.onSelect(pair.id)}
        className="flex w-full items-center gap-3 rounded-field p-3 text-start"
      >
        <PairIcon pair={pair.id} />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <bdi className="font-620">{pairLabel(pair.id)}</bdi>
            <DirectionTag direction={prediction.direction} />
          </span>
          <span className="mt-1 block text-12 text-mut">
            <Num>{formats.own(prediction.stakeStr)}</Num> ·{' '}
            <Num>{prediction.entry === null ? '–' : formats.price(prediction.entry.price, pair.precision)}</Num>
          </span>
        </span>
        <span className="text-end">
          <span className="block">{state.outlook}</span>
          <Num className="mt-1 block text-12 text-mut">{state.left}</Num>
        </span>
      </button>
      <span className="mx-3 mb-3 flex items-center gap-3 empty:hidden">
        <SellButton prediction={prediction} now={list.now} value={value} className="flex-1" />
        <IfSold prediction={prediction} value={value} none={null} />
      </span>
    </li>
  );
}
