import { cx } from '#web/ui/cx.ts';
import { partsOf } from './amounts.ts';

/** A whole address, its ends standing out: what people compare. */
export function AddressText({ address, className }: { readonly address: string; readonly className?: string }) {
  const [start, middle, end] = partsOf(address);
  return (
    <bdi dir="ltr" className={cx('font-mono break-all', className)}>
      <b className="text-brand-text">{start}</b>
      {middle}
      <b className="text-brand-text">{end}</b>
    </bdi>
  );
}
