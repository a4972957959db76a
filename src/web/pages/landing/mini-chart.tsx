import { useTranslation } from '#web/i18n/use-translation.ts';
import type { PairWire } from '#protocol/trading.ts';

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

/** Moved by transform, which shifts no layout: the last minutes of a price, and the two sides it can end on: of now, or of the entry of what is open (`--m`). */
export function MiniChart({ pair }: { readonly pair: PairWire }) {
  const { t } = useTranslation('landing');
  const line = lineOf(pair.spark);
  const text = line.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  const end = line.at(-1) ?? [WIDTH * SHARE, HEIGHT / 2];
  const at = `${(end[1] / HEIGHT) * 100}%`;
  return (
    <div
      data-live-chart={pair.id}
      dir="ltr"
      className="group/chart relative mt-3.5 h-[9.375rem] overflow-hidden md:h-[11.875rem]"
      style={{ ['--y' as string]: at, ['--m' as string]: at }}
    >
      <span className="absolute end-0 top-0 h-(--m) w-1/5 bg-up-soft" />
      <span className="hatch absolute end-0 top-0 h-full w-1/5 translate-y-(--m)" />
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
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
      <span className="absolute end-0 top-0 h-full w-1/5 translate-y-(--m) border-t border-dashed border-brand-text group-data-mark/chart:w-full group-data-mark/chart:border-text" />
      <span className="absolute start-4/5 top-0 h-full translate-y-(--y)">
        <span className="absolute -m-[5px] size-2.5 rounded-pill bg-brand-text" />
      </span>
    </div>
  );
}
