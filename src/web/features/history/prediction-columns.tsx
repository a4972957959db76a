import { VOID_REASONS } from '#domain/trading/prediction.ts';
import type { Formats } from '#web/i18n/format.ts';
import type { Translate } from '#web/i18n/texts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { PredictionWire } from '#protocol/trading.ts';
import { useReceiptLink } from '#web/receipt-link.ts';
import { useFormats } from '#web/shell-context.ts';
import { PairIcon, pairLabel } from '#web/ui/market/pair-icon.tsx';
import type { Column } from '#web/ui/list/column.ts';
import { Num } from '#web/ui/num.tsx';
import { CopyId } from './copy-id.tsx';
import { OutcomeChip } from './outcome-chip.tsx';

/** What a row of predictions shows. `precision`: decimals of each pair's prices. */
export function usePredictionColumns(precision: ReadonlyMap<string, number>): readonly Column<PredictionWire>[] {
  const { t } = useTranslation('history');
  const formats = useFormats();
  const price = (item: PredictionWire, mark: PredictionWire['entry']) => priceText({ item, mark, precision, formats });
  return [
    {
      id: 'time',
      label: t('col.time'),
      cell: ({ admittedAt: at }) => (
        <>
          <span className="block">{formats.dateTime(Date.parse(at))}</span>
          <bdi className="block text-12 text-faint">{t('utc', { time: `${at.slice(0, 10)} ${at.slice(11, 19)}` })}</bdi>
        </>
      ),
    },
    {
      id: 'pair',
      label: t('col.pair'),
      className: 'font-540',
      head: true,
      cell: ({ pair }) => (
        <span className="inline-flex items-center gap-2 align-middle">
          <PairIcon pair={pair} className="size-5" />
          <bdi>{pairLabel(pair)}</bdi>
        </span>
      ),
    },
    { id: 'side', label: t('col.direction'), cell: (item) => <OutcomeChip outcome={item.direction} />, head: true },
    { id: 'amount', label: t('col.amount'), cell: (item) => <Num>{formats.own(item.stakeStr)}</Num>, end: true },
    { id: 'payout', label: t('col.payout'), cell: (item) => <Num>{formats.percent(item.payout)}</Num>, end: true },
    {
      id: 'entry',
      label: t('col.entry'),
      cell: (item) => <Num data-entry={item.entry?.price}>{price(item, item.entry)}</Num>,
      end: true,
    },
    {
      id: 'exit',
      label: t('col.exit'),
      cell: (item) => <Num data-exit={item.exit?.price}>{price(item, item.exit)}</Num>,
      end: true,
    },
    {
      id: 'result',
      label: t('col.result'),
      className: 'ps-6',
      cell: (item) => <Result item={item} />,
    },
    { id: 'profit', label: t('col.profit'), cell: (item) => <Profit item={item} />, end: true },
    { id: 'id', label: t('col.id'), cell: (item) => <CopyId id={item.id} /> },
  ];
}

function priceText(of: {
  readonly item: PredictionWire;
  readonly mark: PredictionWire['entry'];
  readonly precision: ReadonlyMap<string, number>;
  readonly formats: Formats;
}): string {
  return of.mark === null ? '–' : of.formats.price(of.mark.price, of.precision.get(of.item.pair) ?? 2);
}

interface ItemProps {
  readonly item: PredictionWire;
}

function useResult(item: PredictionWire): { readonly word: string; readonly why: string | null } {
  const { t } = useTranslation(['trading', 'history']);
  if (item.outcome === 'WIN') return { word: t('result.won'), why: null };
  if (item.outcome === 'LOSE') return { word: t('result.lost'), why: null };
  if (item.outcome === 'TIE') return { word: t('result.tie'), why: t('result.returned') };
  if (item.outcome === 'SOLD') return { word: t('result.sold'), why: null };
  if (item.outcome === 'VOID') return { word: t('result.void'), why: voidKey(item.voidReason, t) };
  return { word: t('history:result.open'), why: null };
}

function voidKey(reason: string | null, t: Translate<readonly ['trading', 'history']>): string | null {
  const known = VOID_REASONS.find((one) => one === reason);
  return known === undefined ? null : t(`history:void.${known}`);
}

function Profit({ item }: ItemProps) {
  const formats = useFormats();
  if (item.profitStr === null) return <span className="text-mut">–</span>;
  const profit = item.profit ?? 0;
  const tone = profit > 0 ? 'text-up' : profit < 0 ? 'text-down' : '';
  return (
    <Num as="b" className={tone}>
      {formats.own(item.profitStr, { signed: true })}
    </Num>
  );
}

function Result({ item }: ItemProps) {
  const { word, why } = useResult(item);
  return (
    <>
      {word}
      {why === null ? null : <span className="block max-w-48 text-12 whitespace-normal text-mut">{why}</span>}
      <CheckLink item={item} />
    </>
  );
}

/** A prediction on a narrow screen. */
export function PredictionCard(props: ItemProps & { readonly precision: ReadonlyMap<string, number> }) {
  const { item, precision } = props;
  const formats = useFormats();
  const price = (mark: PredictionWire['entry']) => priceText({ item, mark, precision, formats });
  const { word, why } = useResult(item);
  return (
    <div className="flex gap-3 text-14">
      <PairIcon pair={item.pair} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="font-620">{pairLabel(item.pair)}</bdi>
          <OutcomeChip outcome={item.direction} />
        </p>
        <p className="mt-1 text-12 text-mut">{formats.dateTime(Date.parse(item.admittedAt))}</p>
        <p className="text-12 text-mut">
          <Num>
            {price(item.entry)} → {price(item.exit)}
          </Num>
        </p>
        <CopyId id={item.id} />
        <CheckLink item={item} />
      </div>
      <div className="text-end">
        <Profit item={item} />
        <p className="mt-1 text-12 text-mut">{word}</p>
        {why === null ? null : <p className="max-w-28 text-12 text-faint">{why}</p>}
        <Num as="p" className="mt-1 text-12 text-mut">
          {formats.own(item.stakeStr)}
        </Num>
      </div>
    </div>
  );
}

/** Only what has ended can be checked. */
function CheckLink({ item }: ItemProps) {
  const { t } = useTranslation('history');
  const address = useReceiptLink();
  if (item.outcome === null) return null;
  return (
    <a
      href={address(item)}
      className="flex min-h-6 w-fit items-center text-12 text-brand-text hover:underline pointer-coarse:min-h-11"
    >
      {t('receipt.check')}
    </a>
  );
}
