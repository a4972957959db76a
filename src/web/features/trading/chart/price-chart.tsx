import { ChevronLeft, ChevronRight, ChevronsRight, ZoomIn, ZoomOut } from 'lucide-react';
import { memo, useRef, type ReactNode } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { PairWire } from '#protocol/trading.ts';
import { useFormats } from '#web/shell-context.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { late } from '#web/ui/late.tsx';
import { pairLabel } from '#web/ui/market/pair-icon.tsx';
import { Chip } from '#web/ui/states.tsx';
import { grainOf, joined, summarise } from './bars.ts';
import { isOpen } from '../positions/predictions.ts';
import { useServerNow } from '#web/live/server-clock.ts';
import { useChart, type ChartInput, type ChartState } from './use-chart.ts';

const ChartTable = late(() => import('./chart-table.tsx'), { close: (props) => props.onOpenChange(false) });

export interface PriceChartProps extends ChartInput {
  /** Server time of the first paint, ms: for the text summary. */
  readonly firstNow: number;
  /** The chart is the whole window. */
  readonly full: boolean;
  readonly tableOpen: boolean;
  readonly onTableOpen: (open: boolean) => void;
  /** Stands over the chart: paused prices, a closed market. */
  readonly over: ReactNode;
}

/** The chart of a pair with own predictions drawn on it; a text and a table say the same. Stays left to right everywhere. */
export const PriceChart = memo(function PriceChart(props: PriceChartProps) {
  const { t } = useTranslation('trading');
  const { pair } = props;
  const box = useRef<HTMLDivElement>(null);
  const chart = useChart(box, props);
  return (
    <figure
      dir="ltr"
      aria-label={t('chart.label', { pair: pairLabel(pair.id) })}
      className={cx(
        'group/chart relative m-0 min-w-0 flex-1 overflow-hidden',
        // A chart lower than this tells nothing; that of a round has more drawn on it.
        props.full
          ? 'min-h-0'
          : props.round === null
            ? 'min-h-39 md:min-h-0 beside:min-h-0'
            : 'min-h-[12.5rem] tall-letters:min-h-[11.77rem] md:min-h-0! beside:min-h-0!',
      )}
      data-chart={chart.phase}
    >
      <div ref={box} className="absolute inset-0" aria-hidden={chart.phase !== 'ready'} />
      <ChartCover chart={chart} pair={pair} connected={props.connected} />
      {props.over}
      <ChartTools chart={chart} full={props.full} />
      <ChartWords {...props} chart={chart} />
      {props.tableOpen ? (
        <ChartTable
          open
          onOpenChange={props.onTableOpen}
          pair={pair}
          bars={joined(chart.driver.current?.currentBars() ?? [], grainOf('candles', props.choice.interval).stepMs)}
        />
      ) : null}
    </figure>
  );
});

/** While bars come: a still axis and the last known price; when they could not be had: one action. */
function ChartCover(props: { readonly chart: ChartState; readonly pair: PairWire; readonly connected: boolean }) {
  const { chart, pair, connected } = props;
  const { t } = useTranslation('trading');
  const formats = useFormats();
  if (chart.phase === 'ready') {
    // Where the line begins, at the top: the price line and the mark of the library are below. A banner takes its place.
    const free = connected && pair.status === 'online';
    return free && chart.beginning && chart.beginsAt !== null && pair.feed.kind === 'replay' ? (
      <p className="pointer-events-none absolute start-3 top-2 z-2 rounded-chip bg-s1/80 px-1 text-11 text-mut">
        <bdi>{t('chart.begins', { time: formats.dateTime(chart.beginsAt) })}</bdi>
      </p>
    ) : null;
  }
  return (
    <div className="absolute inset-0 grid place-items-end justify-start bg-[linear-gradient(var(--color-line)_1px,transparent_1px),linear-gradient(90deg,var(--color-line)_1px,transparent_1px)] bg-size-[96px_72px] bg-position-[0_-1px] p-4 pb-12 opacity-80">
      {chart.phase === 'failed' ? (
        <span className="flex items-center gap-3 rounded-field bg-s2 p-3 text-13">
          {t('load.failed')}
          <Button size="sm" onClick={chart.retry}>
            {t('btn.retry')}
          </Button>
        </span>
      ) : (
        <Chip>
          {pair.price === null ? (
            t('chart.loading')
          ) : (
            <bdi>{t('chart.last_price', { price: formats.price(pair.price, pair.precision) })}</bdi>
          )}
        </Chip>
      )}
    </div>
  );
}

/** Everything a drag or a wheel does, as buttons; seen on hover and focus, always reachable. */
/** Moves the chart without a drag: while a pointer or the focus is on it, and on touch where it is the whole window. */
function ChartTools({ chart, full }: { readonly chart: ChartState; readonly full: boolean }) {
  const { t } = useTranslation('trading');
  if (chart.phase !== 'ready') return null;
  const view = () => chart.driver.current?.view();
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-9 z-4 flex items-end justify-center gap-2">
      <div
        className={cx(
          'pointer-events-auto flex gap-0.5 rounded-btn border border-line2 bg-s1 p-0.5 opacity-0 transition-opacity duration-120 group-hover/chart:opacity-100 focus-within:opacity-100',
          full ? 'pointer-coarse:opacity-100' : 'pointer-coarse:hidden',
        )}
      >
        <IconButton
          className="size-8! pointer-coarse:size-11!"
          label={t('chart.earlier')}
          onClick={() => view()?.pan('back')}
        >
          <ChevronLeft aria-hidden />
        </IconButton>
        <IconButton
          className="size-8! pointer-coarse:size-11!"
          label={t('chart.zoom_out')}
          onClick={() => view()?.zoom('out')}
        >
          <ZoomOut aria-hidden />
        </IconButton>
        <IconButton
          className="size-8! pointer-coarse:size-11!"
          label={t('chart.zoom_in')}
          onClick={() => view()?.zoom('in')}
        >
          <ZoomIn aria-hidden />
        </IconButton>
        <IconButton
          className="size-8! pointer-coarse:size-11!"
          label={t('chart.later')}
          onClick={() => view()?.pan('forward')}
        >
          <ChevronRight aria-hidden />
        </IconButton>
      </div>
      {chart.following ? null : (
        <Button
          size="sm"
          variant="secondary"
          className="pointer-events-auto border border-line2"
          onClick={() => view()?.toNow()}
        >
          <ChevronsRight aria-hidden className="size-4" />
          {t('chart.now')}
        </Button>
      )}
    </div>
  );
}

const WAY = { UP: 'dir.up', DOWN: 'dir.down' } as const;
const SUMMARY_EVERY_MS = 5_000;

/** What the picture shows, in words. Not a live region: it is read when asked for. */
function ChartWords({ pair, predictions, entries, firstNow, chart }: PriceChartProps & { readonly chart: ChartState }) {
  const { t } = useTranslation('trading');
  const formats = useFormats();
  // The bars live outside of React; they are read anew with the clock.
  const now = useServerNow(SUMMARY_EVERY_MS, firstNow);
  const words = now === 0 ? null : summarise(chart.driver.current?.currentBars() ?? []);
  const price = (value: number) => formats.price(value, pair.precision);
  return (
    <figcaption className="vh" dir="auto">
      {words === null
        ? t('chart.loading')
        : t('chart.summary', {
            pair: pairLabel(pair.id),
            from: formats.clock(words.from),
            to: formats.clock(words.to),
            trend: words.trend,
            first: price(words.first),
            last: price(words.last),
            high: price(words.high),
            low: price(words.low),
          })}{' '}
      {t('chart.open_summary', { count: predictions.filter((one) => isOpen(one.prediction)).length })}
      {entries.map(({ id, price: trigger, direction }) =>
        trigger === null ? null : (
          <span key={id} data-trigger={id}>
            {' '}
            {t('chart.trigger', { direction: t(WAY[direction]), price: price(trigger) })}
          </span>
        ),
      )}
    </figcaption>
  );
}
