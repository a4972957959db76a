import {
  AreaChart,
  CandlestickChart,
  Keyboard,
  Maximize,
  Minimize,
  Speech,
  Table2,
  Volume2,
  VolumeX,
} from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Num } from '#web/ui/num.tsx';
import { Segments } from '#web/ui/tabs.tsx';
import { useFormats } from '#web/shell-context.ts';
import { INTERVALS, type Interval } from './bars.ts';
import type { ChartChoice } from '../remembered.ts';

export interface ChartToolbarProps {
  readonly choice: ChartChoice;
  readonly sound: 'on' | 'off';
  readonly full: boolean;
  readonly onChoice: (choice: ChartChoice) => void;
  readonly onSound: () => void;
  readonly onKeys: () => void;
  readonly onTable: () => void;
  readonly onRead: () => void;
  readonly onFull: () => void;
}

const SECONDS: Readonly<Record<Interval, number>> = { '5s': 5, '15s': 15, '1m': 60, '5m': 300, '1h': 3_600 };

/** Interval and form of the chart, and what else can be done with it. */
export const ChartToolbar = memo(function ChartToolbar(props: ChartToolbarProps) {
  const { t } = useTranslation('trading');
  const formats = useFormats();
  const { choice } = props;
  // A phone has room for them where the chart is the whole window.
  const ifRoom = props.full ? '' : 'max-md:hidden';
  const other = choice.kind === 'area' ? 'candles' : 'area';
  return (
    <div className="flex items-center gap-1 bg-s1 px-3 pt-2 max-md:pt-1 tiny:flex-wrap">
      <Segments
        className="min-w-0 tiny:basis-full fade-x overflow-x-auto [scrollbar-width:none] max-md:[&_button]:min-h-9! max-2xl:[&_button]:px-2 max-[22.4375rem]:[&_button]:px-1.5"
        label={t('chart.interval')}
        value={choice.interval}
        onChange={(interval) => props.onChoice({ ...choice, interval })}
        items={INTERVALS.map((interval) => ({
          value: interval,
          label: <Num>{formats.duration(SECONDS[interval])}</Num>,
        }))}
      />
      <button
        type="button"
        aria-label={`${t('chart.kind')}: ${t(`chart.${choice.kind}`)}`}
        onClick={() => props.onChoice({ ...choice, kind: other })}
        className="ms-1.5 flex min-h-8 shrink-0 items-center gap-1.5 rounded-btn px-2.5 text-13 font-540 text-mut hover:bg-s2 hover:text-text max-md:ms-0 max-md:px-2 pointer-coarse:min-h-11"
      >
        {choice.kind === 'area' ? (
          <AreaChart aria-hidden className="size-4" />
        ) : (
          <CandlestickChart aria-hidden className="size-4" />
        )}
        <span className="max-2xl:hidden">{t(`chart.${choice.kind}`)}</span>
      </button>
      <span className="flex-1" />
      <IconButton className={ifRoom} label={t('chart.read')} onClick={props.onRead}>
        <Speech aria-hidden />
      </IconButton>
      <IconButton className={ifRoom} label={t('chart.table')} onClick={props.onTable}>
        <Table2 aria-hidden />
      </IconButton>
      <IconButton
        className={props.full ? 'max-md:hidden' : 'max-[22.4375rem]:hidden'}
        label={props.sound === 'on' ? t('sound.on') : t('sound.off')}
        aria-pressed={props.sound === 'on'}
        onClick={props.onSound}
      >
        {props.sound === 'on' ? <Volume2 aria-hidden /> : <VolumeX aria-hidden />}
      </IconButton>
      <IconButton
        className="max-[63.9375rem]:hidden pointer-coarse:hidden"
        label={t('keys.title')}
        onClick={props.onKeys}
      >
        <Keyboard aria-hidden />
      </IconButton>
      <IconButton label={props.full ? t('chart.leave_full') : t('chart.full')} onClick={props.onFull}>
        {props.full ? <Minimize aria-hidden /> : <Maximize aria-hidden />}
      </IconButton>
    </div>
  );
});
