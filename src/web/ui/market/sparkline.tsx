import { signOf } from './change.tsx';
import { cx } from '../cx.ts';

export interface SparklineProps {
  readonly points: readonly number[];
  /** The change shown beside it, a fraction: it decides the colour, so that the two agree. */
  readonly change: number | null;
  readonly width?: number;
  readonly height?: number;
  readonly className?: string;
}

/** With fewer points a line would show a movement that nobody measured. */
const LEAST_POINTS = 8;
const TONES = { '-1': 'text-down', '0': 'text-mut', '1': 'text-up' } as const;

/** A small line of prices, oldest at the left in every language. Decorative: the numbers stand beside it. */
export function Sparkline({ points, change, width = 54, height = 22, className }: SparklineProps) {
  const low = Math.min(...points);
  const span = Math.max(...points) - low;
  const step = points.length > 1 ? width / (points.length - 1) : 0;
  const line = points
    .map((point, index) => {
      const y = span === 0 ? height / 2 : height - 2 - ((point - low) / span) * (height - 4);
      return `${(index * step).toFixed(1)},${y.toFixed(1)}`;
    })
    .join(' ');
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      data-spark=""
      className={cx('shrink-0 overflow-visible', TONES[signOf(change ?? 0)], className)}
    >
      {points.length >= LEAST_POINTS ? (
        <polyline
          points={line}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      ) : null}
    </svg>
  );
}
