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

/** A few numbers side by side, each with its name. */
export function StatTiles({ items, className }: { readonly items: readonly Stat[]; readonly className?: string }) {
  return (
    <dl className={cx('card grid auto-cols-fr grid-flow-col divide-x divide-line', className)}>
      {items.map(({ id, label, value, text, tone }) => (
        <div key={id} className="min-w-0 px-3 py-3.5 md:px-6 md:py-5">
          <dt className="text-12 text-mut md:text-13">{label}</dt>
          <dd
            className={cx(
              'text-16 font-620 whitespace-nowrap max-[359px]:text-13 md:text-24',
              tone !== undefined && TONES[tone],
            )}
          >
            <Num>{value}</Num>
          </dd>
          {text === undefined ? null : <dd className="text-12 text-mut">{text}</dd>}
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
