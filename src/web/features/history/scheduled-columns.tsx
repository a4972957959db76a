import type { ScheduledWire } from '#protocol/scheduled.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { PairIcon, pairLabel } from '#web/ui/market/pair-icon.tsx';
import type { Column } from '#web/ui/list/column.ts';
import { Num } from '#web/ui/num.tsx';
import { CopyId } from './copy-id.tsx';
import { OutcomeChip } from './outcome-chip.tsx';

/** What a row of scheduled entries shows. `onPrediction`: the prediction that an entry became is to be seen. */
export function useScheduledColumns(props: {
  readonly precision: ReadonlyMap<string, number>;
  readonly onPrediction: (id: string) => void;
}): readonly Column<ScheduledWire>[] {
  const { t } = useTranslation('history');
  const formats = useFormats();
  const { precision, onPrediction } = props;
  return [
    { id: 'time', label: t('col.time'), cell: (row) => formats.dateTime(Date.parse(row.placedAt)), wide: true },
    {
      id: 'pair',
      label: t('col.pair'),
      cell: ({ pair }) => (
        <span className="inline-flex items-center gap-2 align-middle font-540">
          <PairIcon pair={pair} className="size-5" />
          <bdi>{pairLabel(pair)}</bdi>
        </span>
      ),
      head: true,
    },
    { id: 'side', label: t('col.direction'), cell: (row) => <OutcomeChip outcome={row.direction} />, head: true },
    { id: 'amount', label: t('col.amount'), cell: (row) => <Num>{formats.own(row.stakeStr)}</Num>, end: true },
    { id: 'duration', label: t('col.duration'), cell: (row) => formats.duration(row.durationSec) },
    {
      id: 'opens',
      label: t('col.opens'),
      cell: (row) => <Opens entry={row} digits={precision.get(row.pair) ?? 2} />,
      wide: true,
    },
    {
      id: 'state',
      label: t('col.state'),
      cell: (row) => <State entry={row} onPrediction={onPrediction} />,
      wide: true,
    },
    { id: 'id', label: t('col.id'), cell: (row) => <CopyId id={row.id} /> },
  ];
}

/** The time, or the price with the side it must come from. */
function Opens({ entry, digits }: { readonly entry: ScheduledWire; readonly digits: number }) {
  const formats = useFormats();
  if (entry.at !== null) return <bdi>{formats.dateTime(Date.parse(entry.at))}</bdi>;
  if (entry.price === null) return null;
  return (
    <Num className="whitespace-nowrap">
      {entry.crosses === 'UP' ? '≥' : '≤'} {formats.price(entry.price, digits)}
    </Num>
  );
}

const REASONS = [
  'span',
  'session',
  'late',
  'feed',
  'LimitReached',
  'SelfExcluded',
  'VerificationError',
  'MarketClosed',
  'DurationUnavailable',
  'StakeLimit',
  'PayoutChanged',
  'ExposureLimit',
  'time_out',
  'excluded',
  'shut_out',
] as const;

/** How it ended and why, with the way to what it became. */
function State(props: { readonly entry: ScheduledWire; readonly onPrediction: (id: string) => void }) {
  const { t } = useTranslation('history');
  const formats = useFormats();
  const { status, reason, predictionId, endedAt } = props.entry;
  const words = {
    WAITING: t('state.waiting'),
    TRIGGERED: t('scheduled.opened'),
    CANCELLED: t('scheduled.cancelled'),
    EXPIRED: t('scheduled.expired'),
    REFUSED_AT_TRIGGER: t('scheduled.refused'),
  } as const;
  const known = REASONS.find((one) => one === reason);
  return (
    <span className="block whitespace-normal" data-state={status}>
      {words[status]}
      {endedAt === null ? null : <bdi className="text-mut"> {formats.dateTime(Date.parse(endedAt))}</bdi>}
      {reason === null ? null : (
        <span className="block text-12 text-mut">{known === undefined ? t('why.other') : t(`why.${known}`)}</span>
      )}
      {predictionId === null ? null : (
        <span className="block">
          <button
            type="button"
            className="min-h-6 text-12 text-brand-text hover:underline pointer-coarse:min-h-11"
            onClick={() => props.onPrediction(predictionId)}
          >
            {t('scheduled.see')}
          </button>
        </span>
      )}
    </span>
  );
}
