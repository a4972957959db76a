import { Check, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

export interface TimelineStep {
  readonly id: string;
  readonly title: ReactNode;
  readonly text?: ReactNode;
  /** When it was, or will be, as it is shown; `at` is the same for machines. */
  readonly time?: string;
  readonly at?: string;
  /** `held`: it stops here until somebody acts. */
  readonly state: 'done' | 'now' | 'next' | 'held';
}

const DOTS = {
  done: 'bg-ok text-bg',
  now: 'bg-brand text-on-brand',
  next: 'shadow-[inset_0_0_0_1.5px_var(--color-ctl)]',
  held: 'bg-warn-soft text-warn',
} as const;

/** What happened and what is to come, in order. The step that runs is marked as the current one. */
export function Timeline({ steps, label }: { readonly steps: readonly TimelineStep[]; readonly label: string }) {
  return (
    <ol aria-label={label} className="grid">
      {steps.map(({ id, title, text, time, at, state }) => (
        <li
          key={id}
          data-state={state}
          aria-current={state === 'now' || state === 'held' ? 'step' : undefined}
          className="group relative flex gap-3 pb-4 last:pb-0"
        >
          <i
            aria-hidden
            className="absolute start-2.5 top-6 bottom-0 w-px -translate-x-1/2 bg-line2 group-last:hidden rtl:translate-x-1/2"
          />
          <span
            aria-hidden
            className={cx(
              'grid size-5 shrink-0 place-items-center rounded-pill [&_svg]:size-3 [&_svg]:stroke-[3]',
              DOTS[state],
            )}
          >
            {state === 'done' ? <Check /> : state === 'held' ? <TriangleAlert /> : null}
          </span>
          <div className="min-w-0 flex-1">
            <p className={cx('flex flex-wrap justify-between gap-x-3', state === 'next' ? 'text-mut' : 'font-540')}>
              <span className="break-words">{title}</span>
              {time === undefined ? null : (
                <time dateTime={at} className="text-12 font-450 text-mut">
                  {time}
                </time>
              )}
            </p>
            {text === undefined ? null : <div className="text-13 text-mut text-pretty">{text}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
