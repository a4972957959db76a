import type { HTMLAttributes } from 'react';
import { cx } from './cx.ts';

export interface NumProps extends HTMLAttributes<HTMLElement> {
  readonly as?: 'span' | 'b' | 'bdi' | 'dd' | 'p';
}

/**
 * A figure: an amount, a price, a share, a time, a number of something. Digits of one width, left to right, kept apart from the text around, and never
 * touched by a translator of the browser. Goes round the figure alone: what has words too says `translate="yes"`.
 */
export function Num({ as: Tag = 'span', className, ...rest }: NumProps) {
  return <Tag translate="no" className={cx('num', className)} {...rest} />;
}
