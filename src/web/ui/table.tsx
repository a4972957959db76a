import type { ReactNode, TdHTMLAttributes, ThHTMLAttributes } from 'react';
import { cx } from './cx.ts';

/** A table with a caption for screen readers; scrolls sideways inside its own box when it must. */
export function Table(props: {
  readonly caption: string;
  readonly head: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
  /** Nothing in it takes the focus: its box does, so that keys scroll it where it is wider than the screen. */
  readonly plain?: true;
}) {
  const box = props.plain === true ? { tabIndex: 0, role: 'group', 'aria-label': props.caption } : {};
  return (
    <div {...box} className={cx('min-w-0 overflow-x-auto', props.className)}>
      <table className="w-full border-collapse text-13">
        <caption className="vh">{props.caption}</caption>
        <thead>{props.head}</thead>
        <tbody>{props.children}</tbody>
      </table>
    </div>
  );
}

const EDGES = 'first:ps-4 last:pe-4';
/** A text after a number: they meet in the middle of two columns, and would read as one. */
const AFTER_NUMBER = '[.text-end+&]:ps-7';

export function Th({
  end = false,
  className,
  ...rest
}: ThHTMLAttributes<HTMLTableCellElement> & { readonly end?: boolean }) {
  return (
    <th
      scope="col"
      className={cx(
        'px-2 pt-2.5 pb-2 text-12 font-540 whitespace-nowrap text-faint',
        EDGES,
        end ? 'text-end' : cx('text-start', AFTER_NUMBER),
        className,
      )}
      {...rest}
    />
  );
}

/** A cell. Numbers go in an inner `.num` span, never on the cell itself. */
export function Td({
  end = false,
  className,
  ...rest
}: TdHTMLAttributes<HTMLTableCellElement> & { readonly end?: boolean }) {
  return (
    <td
      className={cx(
        'border-t border-line px-2 py-2 whitespace-nowrap',
        EDGES,
        end ? 'text-end' : cx('text-start', AFTER_NUMBER),
        className,
      )}
      {...rest}
    />
  );
}
