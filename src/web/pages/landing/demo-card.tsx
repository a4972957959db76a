import { ArrowDown, ArrowUp } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { PairWire } from '#protocol/trading.ts';
import { flowOf } from '../../live/price-flow.ts';
import { useFormats, useShell } from '../../shell-context.ts';
import { pathOf } from '../../site.ts';
import { cx } from '../../ui/cx.ts';
import { FeedKindChip } from '../../ui/market/feed-kind.tsx';
import { PairIcon } from '../../ui/market/pair-icon.tsx';
import { LiveChange, LiveLost, LivePrice, liveProps } from '../live-prices.tsx';

const WIDTH = 480;
const HEIGHT = 210;
/** The rest of the width is the time to come. */
const SHARE = 0.8;

function lineOf(points: readonly number[]): readonly (readonly [number, number])[] {
  const low = Math.min(...points);
  const range = Math.max(...points) - low || 1;
  return points.map((price, index) => [
    (index / Math.max(1, points.length - 1)) * WIDTH * SHARE,
    HEIGHT - 14 - ((price - low) / range) * (HEIGHT - 40),
  ]);
}

function MiniChart({ pair }: { readonly pair: PairWire }) {
  const { t } = useTranslation(['landing', 'common']);
  const line = lineOf(pair.spark);
  const text = line.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  const end = line.at(-1) ?? [WIDTH * SHARE, HEIGHT / 2];
  return (
    <div
      data-live-chart={pair.id}
      dir="ltr"
      className="relative mt-3.5 h-[170px] overflow-hidden md:h-[210px]"
      style={{ ['--y' as string]: `${(end[1] / HEIGHT) * 100}%` }}
    >
      <span className="absolute end-0 top-0 h-(--y) w-1/5 bg-up-soft" />
      <span className="hatch absolute end-0 top-(--y) bottom-0 w-1/5" />
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-label={t('card.chart', { pair: pair.base })}
        className="absolute inset-0 size-full"
      >
        <defs>
          <linearGradient id="fall" x2="0" y2="1">
            <stop stopColor="var(--color-brand-text)" stopOpacity=".24" />
            <stop offset="1" stopColor="var(--color-brand-text)" stopOpacity="0" />
          </linearGradient>
        </defs>
        {[1, 2, 3].map((row) => (
          <line
            key={row}
            x2={WIDTH}
            y1={(row * HEIGHT) / 4}
            y2={(row * HEIGHT) / 4}
            stroke="var(--color-line)"
            vectorEffect="non-scaling-stroke"
          />
        ))}
        <polygon
          data-area=""
          points={line.length > 1 ? `0,${HEIGHT} ${text} ${end[0].toFixed(1)},${HEIGHT}` : ''}
          fill="url(#fall)"
        />
        <polyline
          data-line=""
          points={line.length > 1 ? text : ''}
          fill="none"
          stroke="var(--color-brand-text)"
          strokeWidth="2"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <span className="absolute end-0 top-(--y) w-1/5 border-t border-dashed border-brand-text" />
      <span className="absolute start-4/5 top-(--y) -m-[5px] size-2.5 rounded-pill bg-brand-text" />
    </div>
  );
}

const GO =
  'flex min-h-15 items-center justify-center gap-2 rounded-trade text-18 font-680 transition-[filter,transform] duration-120 ease-out hover:brightness-105 active:scale-[.985] [&_svg]:size-[21px] [&_svg]:stroke-[2.75]';

/** The question of the product, on a pair that moves: each answer opens the demo with that pair. */
export function DemoCard({ pair }: { readonly pair: PairWire }) {
  const { t } = useTranslation(['landing', 'common']);
  const { locale } = useShell();
  const formats = useFormats();
  const flow = flowOf([pair]);
  // Without a price there is nothing to predict: the demo says so, and the answers are not offered as if there were.
  const tone = (bright: string) => (flow === 'flows' ? bright : 'bg-s3 text-text');
  const to = (direction: string) => `${pathOf('trading-demo', locale)}?pair=${pair.id}&direction=${direction}`;
  return (
    <section
      aria-label={t('card.label')}
      className="min-w-0 rounded-[22px] border border-line bg-s1 p-4 md:p-5"
      {...liveProps(pair)}
    >
      <div className="flex items-center gap-2.5 md:gap-3">
        <PairIcon pair={pair.id} className="size-[38px]" />
        <div className="min-w-0 flex-1">
          <h2 className="text-16 leading-5 font-620">
            {t('card.question', { pair: pair.base, time: formats.durationWords(30) })}
          </h2>
          <p className="text-12 text-mut sm:text-13">{t('card.note')}</p>
        </div>
        <div className="text-end">
          <LivePrice pair={pair} className="block text-18 leading-6 font-620" />
          <LiveChange pair={pair} className="block text-13 font-540" />
        </div>
      </div>
      <MiniChart pair={pair} />
      <div className="mt-2.5 flex min-h-[22px] items-center justify-between gap-2">
        <FeedKindChip kind={pair.feed.kind} flow={flow} />
        <LiveLost />
      </div>
      <div className="mt-3 grid grid-cols-2 gap-2.5">
        <a href={to('UP')} className={cx(GO, tone('bg-up text-on-up'))}>
          <ArrowUp aria-hidden />
          {t('common:dir.up')}
        </a>
        <a href={to('DOWN')} className={cx(GO, tone('bg-down text-on-down'))}>
          <ArrowDown aria-hidden />
          {t('common:dir.down')}
        </a>
      </div>
    </section>
  );
}
