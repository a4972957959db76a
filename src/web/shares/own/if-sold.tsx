import { toDecimal } from '#domain/money.ts';
import type { PositionWire } from '#protocol/exchange.ts';
import { useFormats } from '#web/shell-context.ts';
import { cx } from '#web/ui/cx.ts';
import { Num } from '#web/ui/num.tsx';
import { positionKey } from './own-rows.ts';
import { profitNow, type PositionValues } from './position-values.tsx';

/** Gain or loss if a position were sold now. */
export function IfSold({ position, values }: { readonly position: PositionWire; readonly values: PositionValues }) {
  const formats = useFormats();
  const value = values.get(positionKey(position));
  if (value === undefined) return <span className="text-faint">–</span>;
  const profit = profitNow(position, value);
  return (
    <Num className={cx('font-620', profit > 0n && 'text-up', profit < 0n && 'text-down')}>
      {formats.own(toDecimal(profit, 2), { signed: true })}
    </Num>
  );
}
