import { Crosshair, Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { fromDecimal, toDecimal, usdt } from '#domain/money.ts';
import type { PairWire, PredictionWire } from '#protocol/trading.ts';
import { countdown } from '#web/i18n/format.ts';
import { useFormats } from '#web/shell-context.ts';
import { cx } from '#web/ui/cx.ts';
import { PairIcon, pairLabel } from '#web/ui/pair-icon.tsx';
import { Chip, EmptyState } from '#web/ui/states.tsx';
import { Table, Td, Th } from '#web/ui/table.tsx';
import { DirectionTag } from './direction-tag.tsx';
import { elapsedShare, expectedEnd } from './predictions.ts';
import { usePrice } from './prices.ts';
import { SellButton } from './sell-button.tsx';
import { ifClosedNow } from './ticket.ts';

export interface OpenListProps {
  readonly predictions: readonly PredictionWire[];
  readonly pairs: ReadonlyMap<string, PairWire>;
  readonly now: number;
  readonly connected: boolean;
  readonly onSelect: (pairId: string) => void;
}

interface RowState {
  readonly price: string;
  readonly priceTone: string;
  readonly outlook: ReactNode;
  readonly left: string;
  readonly share: number;
}

const TONE = { win: 'text-up', lose: 'text-down', tie: 'text-text' } as const;

/** What an open prediction is worth if it closed at the price now. */
function useRowState(prediction: PredictionWire, pair: PairWire, props: OpenListProps): RowState {
  const { t } = useTranslation('trading');
  const formats = useFormats();
  const tick = usePrice(pair);
  const left = expectedEnd(prediction) - props.now;
  const base = {
    price: tick === null ? '–' : formats.price(tick.price, pair.precision),
    left: countdown(left),
    share: elapsedShare(prediction, props.now),
  };
  const waiting = (text: string) => (
    <Chip tone="warn" icon={<Hourglass aria-hidden />}>
      {text}
    </Chip>
  );
  if (prediction.entry === null) return { ...base, priceTone: 'text-mut', outlook: waiting(t('open.waiting_entry')) };
  if (left <= 0) return { ...base, priceTone: 'text-mut', outlook: waiting(t('open.settling')) };
  if (tick === null || pair.status === 'offline' || !props.connected) {
    return { ...base, priceTone: 'text-mut', outlook: waiting(t('open.waiting_price')) };
  }
  const stake = fromDecimal(prediction.stakeStr, 6) ?? usdt(0n);
  const money = { stake, payoutBps: Math.round(prediction.payout * 10_000) };
  const { result, profit } = ifClosedNow(
    { direction: prediction.direction, entry: prediction.entry.price, price: tick.price },
    money,
  );
  const outlook = (
    <span className={cx('num font-620', TONE[result])}>{formats.money(toDecimal(profit, 2), { signed: true })}</span>
  );
  return { ...base, priceTone: TONE[result], outlook };
}

/** Open predictions: a table on wide screens, cards on phones. */
export function OpenList(props: OpenListProps) {
  const { t } = useTranslation('trading');
  if (props.predictions.length === 0) {
    return <EmptyState icon={<Crosshair aria-hidden />} title={t('table.empty')} text={t('open.empty_text')} />;
  }
  const known = props.predictions.flatMap((prediction) => {
    const pair = props.pairs.get(prediction.pair);
    return pair === undefined ? [] : [{ prediction, pair }];
  });
  return (
    <>
      <Table
        caption={t('tabs.open')}
        className="max-md:hidden"
        head={
          <tr>
            <Th>{t('col.pair')}</Th>
            <Th>{t('col.direction')}</Th>
            <Th>{t('field.amount')}</Th>
            <Th>{t('col.entry')}</Th>
            <Th>{t('col.now')}</Th>
            <Th>{t('col.closes_in')}</Th>
            <Th end>{t('col.if_now')}</Th>
          </tr>
        }
      >
        {known.map((row) => (
          <OpenRow key={row.prediction.id} {...row} list={props} />
        ))}
      </Table>
      <ul className="grid gap-2 md:hidden">
        {known.map((row) => (
          <OpenCard key={row.prediction.id} {...row} list={props} />
        ))}
      </ul>
    </>
  );
}

interface RowProps {
  readonly prediction: PredictionWire;
  readonly pair: PairWire;
  readonly list: OpenListProps;
}

function OpenRow({ prediction, pair, list }: RowProps) {
  const formats = useFormats();
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
        <span className="num">{formats.money(prediction.stakeStr)}</span>
      </Td>
      <Td>
        <span className="num">
          {prediction.entry === null ? '–' : formats.price(prediction.entry.price, pair.precision)}
        </span>
      </Td>
      <Td>
        <span className={cx('num', state.priceTone)}>{state.price}</span>
      </Td>
      <Td>
        <span className="inline-flex items-center gap-2.5">
          <span className="num">{state.left}</span>
          <TimeBar share={state.share} />
        </span>
      </Td>
      <Td end>
        <span className="inline-flex items-center justify-end gap-3">
          {state.outlook}
          <SellButton prediction={prediction} now={list.now} />
        </span>
      </Td>
    </tr>
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
  const state = useRowState(prediction, pair, list);
  return (
    <li className="grid justify-items-end gap-1.5">
      <button
        type="button"
        data-prediction={prediction.id}
        onClick={() => list.onSelect(pair.id)}
        className="flex w-full items-center gap-3 rounded-field bg-s2 p-3 text-start"
      >
        <PairIcon pair={pair.id} />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <bdi className="font-620">{pairLabel(pair.id)}</bdi>
            <DirectionTag direction={prediction.direction} />
          </span>
          <span className="mt-1 block text-12 text-mut">
            <span className="num">{formats.money(prediction.stakeStr)}</span> ·{' '}
            <span className="num">
              {prediction.entry === null ? '–' : formats.price(prediction.entry.price, pair.precision)}
            </span>
          </span>
        </span>
        <span className="text-end">
          <span className="block">{state.outlook}</span>
          <span className="num mt-1 block text-12 text-mut">{state.left}</span>
        </span>
      </button>
      <SellButton prediction={prediction} now={list.now} />
    </li>
  );
}

/** The phone's line above the ticket: the prediction that ends next. */
export function NextToClose(props: OpenListProps & { readonly onOpen: () => void; readonly chevron: ReactNode }) {
  const { t } = useTranslation('trading');
  const prediction = props.predictions[0];
  const pair = prediction === undefined ? undefined : props.pairs.get(prediction.pair);
  if (prediction === undefined || pair === undefined) return null;
  return (
    <button
      type="button"
      onClick={props.onOpen}
      aria-label={t('open.all')}
      className="mx-3 mt-2.5 flex h-11 min-w-0 items-center gap-2.5 rounded-field bg-s2 px-3 text-13 max-[359px]:gap-1.5 max-[359px]:px-2 md:hidden"
    >
      <NextLine prediction={prediction} pair={pair} list={props} />
      {props.predictions.length > 1 ? <Chip className="bg-s3!">+{props.predictions.length - 1}</Chip> : null}
      {props.chevron}
    </button>
  );
}

function NextLine({ prediction, pair, list }: RowProps) {
  const formats = useFormats();
  const state = useRowState(prediction, pair, list);
  return (
    <>
      <DirectionTag direction={prediction.direction} />
      <b className="num">{formats.money(prediction.stakeStr)}</b>
      <span className="num text-mut">{state.left}</span>
      <span className="flex-1" />
      {state.outlook}
    </>
  );
}
