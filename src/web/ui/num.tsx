import type { HTMLAttributes } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { HIDDEN_AMOUNT } from '#web/money/hidden-amounts.ts';
import { cx } from './cx.ts';

export interface NumProps extends HTMLAttributes<HTMLElement> {
  readonly as?: 'span' | 'b' | 'bdi' | 'dd' | 'p';
}

/**
 * A figure: an amount, a price, a share, a time, a number of something. Digits of one width, left to right, kept apart from the text around, and never
 * touched by a translator of the browser. Goes round the figure alone: what has words too says `translate="yes"`. An own amount that is hidden is
 * read out as hidden: its dots mean nothing to the ear.
 */
export function Num({ as: Tag = 'span', className, children, ...rest }: NumProps) {
  return (
    <Tag translate="no" className={cx('num', className)} {...rest}>
      {children === HIDDEN_AMOUNT ? <Hidden /> : children}
    </Tag>
  );
}

function Hidden() {
  const { t } = useTranslation('common');
  return (
    <>
      <span aria-hidden>{HIDDEN_AMOUNT}</span>
      <span className="vh">{t('amount.hidden')}</span>
    </>
  );
}
