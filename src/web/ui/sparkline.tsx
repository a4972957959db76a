import { cx } from './cx.ts';

export interface SparklineProps {
  readonly points: readonly number[];
  readonly width?: number;
  readonly height?: number;
  readonly className?: string;
}

/** A small line of prices, oldest at the left in every language. Decorative: the numbers stand beside it. */
export function Sparkline({ points, width = 54, height = 22, className }: SparklineProps) {
  const low = Math.min(...points);
  const span = Math.max(...points) - low;
  const step = points.length > 1 ? width / (points.length - 1) : 0;
  const line = points
    .map((point, index) => {
      const y = span === 0 ? height / 2 : height - 2 - ((point - low) / span) * (height - 4);
      return `${(index * step).toFixed(1)},${y.toFixed(1)}`;
    })
    .join(' ');
  const rises = (points.at(-1) ?? 0) >= (points[0] ?? 0);
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      className={cx('shrink-0 overflow-visible', className)}
    >
      {points.length > 1 ? (
        <polyline
          points={line}
          fill="none"
          stroke={rises ? 'var(--color-up)' : 'var(--color-down)'}
          strokeWidth="1.5"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      ) : null}
    </svg>
  );
}
