import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Num } from '../num.tsx';

export interface Stat {
  readonly id: string;
  readonly label: ReactNode;
  /** As it is shown; the sign stands in it, colour alone says nothing. */
  readonly value: string;
  /** Below the number: against what, since when. */
  readonly text?: ReactNode;
  readonly tone?: 'up' | 'down' | 'warn';
}

const TONES = { up: 'text-up', down: 'text-down', warn: 'text-warn' } as const;

/** A few numbers, each with its name: side by side, below each other on phones, where an amount needs its width. */
export function StatTiles({ items, className }: { readonly items: readonly Stat[]; readonly className?: string }) {
  return (
    <dl
      className={cx(
        'card grid auto-cols-fr grid-flow-col divide-x divide-line max-[29.9375rem]:grid-flow-row max-[29.9375rem]:divide-x-0 max-[29.9375rem]:divide-y',
        className,
      )}
    >
      {items.map(({ id, label, value, text, tone }) => (
        <div
          key={id}
          className="min-w-0 px-3 py-3.5 max-[29.9375rem]:grid max-[29.9375rem]:grid-cols-[minmax(0,1fr)_auto] max-[29.9375rem]:items-baseline max-[29.9375rem]:gap-x-3 max-[29.9375rem]:px-4 max-[29.9375rem]:py-2.5 md:px-6 md:py-5"
        >
          <dt className="text-12 text-mut md:text-13">{label}</dt>
          <dd className={cx('text-16 font-620 whitespace-nowrap md:text-24', tone !== undefined && TONES[tone])}>
            <Num>{value}</Num>
          </dd>
          {text === undefined ? null : <dd className="text-12 text-mut max-[29.9375rem]:col-span-2">{text}</dd>}
        </div>
      ))}
    </dl>
  );
}

/** The tone of a gain or a loss; nothing has none. */
export function toneOfResult(result: number): Pick<Stat, 'tone'> {
  if (result === 0) return {};
  return { tone: result > 0 ? 'up' : 'down' };
}
