import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

export interface KeyValue {
  readonly id: string;
  readonly label: ReactNode;
  /** A number goes in `Num`. */
  readonly value: ReactNode;
  /** The one that counts. */
  readonly big?: true;
  /** The value is a sentence or more, which reads from the start, below the name. */
  readonly prose?: boolean;
}

/** What a thing is, line by line: the name at the start, the value at the end. */
export function KeyValues({ items, className }: { readonly items: readonly KeyValue[]; readonly className?: string }) {
  return (
    <dl className={cx('grid gap-2', className)}>
      {items.map(({ id, label, value, big, prose = false }) => (
        <div key={id} className="flex flex-wrap items-baseline justify-between gap-x-3">
          <dt className="text-mut">{label}</dt>
          <dd
            className={cx(
              // A hash is one word: it must not make its column as wide as itself.
              'min-w-0 wrap-anywhere',
              prose ? 'w-full text-pretty' : 'ms-auto text-end',
              big === true ? 'text-18 font-620' : !prose && 'font-540',
            )}
          >
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
