import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

export interface Point {
  readonly id: string | number;
  readonly value: number;
  /** What it says in words; null: nothing happened there. */
  readonly text: string | null;
}

interface ChartProps {
  readonly points: readonly Point[];
  /** What the ends of the row are called. */
  readonly from: string;
  readonly to: string;
  /** For those who read it as a list. */
  readonly title: string;
}

/** Bars of one scale up and down; a place without a value has a mark. Time runs from the start of the line. */
export function BarChart(props: ChartProps) {
  const most = Math.max(...props.points.map(({ value }) => Math.abs(value)), 1e-6);
  return (
    <Chart {...props}>
      <div aria-hidden className="flex h-24 items-stretch gap-[2px] md:gap-1">
        {props.points.map(({ id, value }) => (
          <div key={id} className="grid min-w-0 flex-1 grid-rows-2">
            <div className="flex items-end border-b border-line">
              {value > 0 ? <Bar share={value / most} className="rounded-t-[2px] bg-up" /> : null}
            </div>
            <div className="flex items-start">
              {value < 0 ? <Bar share={-value / most} className="rounded-b-[2px] bg-down" /> : null}
              {value === 0 ? <div className="h-[2px] w-full bg-s3" /> : null}
            </div>
          </div>
        ))}
      </div>
    </Chart>
  );
}

function Bar({ share, className }: { readonly share: number; readonly className: string }) {
  return <div className={cx('w-full', className)} style={{ height: `max(2px, ${share * 100}%)` }} />;
}

const WIDE = 300;
const HIGH = 96;

/** One value over time as a line; left to right in every language. */
export function LineChart(props: ChartProps) {
  const values = props.points.map(({ value }) => value);
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  const step = values.length > 1 ? WIDE / (values.length - 1) : 0;
  const line = values.map((value, at) => {
    const y = span === 0 ? HIGH / 2 : HIGH - 3 - ((value - low) / span) * (HIGH - 6);
    return `${(at * step).toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <div dir="ltr">
      <Chart {...props}>
        <svg
          aria-hidden
          viewBox={`0 0 ${WIDE} ${HIGH}`}
          preserveAspectRatio="none"
          className="h-24 w-full text-brand-text"
        >
          <polyline
            points={line.join(' ')}
            fill="none"
            stroke="currentColor"
            strokeWidth="1.75"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
      </Chart>
    </div>
  );
}

function Chart({ points, from, to, title, children }: ChartProps & { readonly children: ReactNode }) {
  return (
    <figure>
      {children}
      <div aria-hidden className="mt-2 flex justify-between text-12 text-faint">
        <bdi>{from}</bdi>
        <bdi>{to}</bdi>
      </div>
      <figcaption className="vh">
        {title}
        <ul>{points.map(({ id, text }) => (text === null ? null : <li key={id}>{text}</li>))}</ul>
      </figcaption>
    </figure>
  );
}
