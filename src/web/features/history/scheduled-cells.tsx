import type { ScheduledWire } from '#protocol/scheduled.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { PairIcon, pairLabel } from '#web/ui/market/pair-icon.tsx';
import { Num } from '#web/ui/num.tsx';
import type { Cell } from './cell.ts';
import { CopyId } from './copy-id.tsx';
import { OutcomeChip } from './outcome-chip.tsx';

export interface ScheduledCellsProps {
  /** Decimals of each pair's prices. */
  readonly precision: ReadonlyMap<string, number>;
  /** Shows the prediction that an entry became. */
  readonly onPrediction: (id: string) => void;
}

/** The cells of a scheduled entry. */
export function useScheduledCells(props: ScheduledCellsProps): (row: ScheduledWire) => readonly Cell[] {
  const { t } = useTranslation('history');
  const formats = useFormats();
  const { precision, onPrediction } = props;
  return (row) => [
    { label: t('col.time'), value: formats.dateTime(Date.parse(row.placedAt)), wide: true },
    {
      label: t('col.pair'),
      value: (
        <span className="inline-flex items-center gap-2 align-middle font-540">
          <PairIcon pair={row.pair} className="size-5" />
          <bdi>{pairLabel(row.pair)}</bdi>
        </span>
      ),
      head: true,
    },
    { label: t('col.direction'), value: <OutcomeChip outcome={row.direction} />, head: true },
    { label: t('col.amount'), value: <Num>{formats.own(row.stakeStr)}</Num>, end: true },
    { label: t('col.duration'), value: formats.duration(row.durationSec) },
    { label: t('col.opens'), value: <Opens entry={row} digits={precision.get(row.pair) ?? 2} />, wide: true },
    { label: t('col.state'), value: <State entry={row} onPrediction={onPrediction} />, wide: true },
    { label: t('col.id'), value: <CopyId id={row.id} /> },
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
