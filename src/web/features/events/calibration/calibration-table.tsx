import type { CalibrationWire } from '#protocol/events/calibration.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { cx } from '#web/ui/cx.ts';
import { Num } from '#web/ui/num.tsx';

type Bin = CalibrationWire['bins'][number];

/** Each bin in a row: what markets said, how many, how often it came true, and where a fair sample lies. */
export function CalibrationTable({ bins }: { readonly bins: readonly Bin[] }) {
  const { t } = useTranslation('calibration');
  return (
    <table className="mt-4 w-full border-collapse text-13">
      <thead className="text-12 text-mut">
        <tr>
          <th scope="col" className="py-2 pe-3 text-start font-540">
            {t('bin')}
          </th>
          <th scope="col" className="py-2 pe-3 text-end font-540">
            {t('bin.markets')}
          </th>
          <th scope="col" className="py-2 text-end font-540 md:pe-4">
            {t('bin.happened')}
          </th>
          <th scope="col" className="w-[52%] py-2 text-start font-540 max-md:hidden">
            {t('bin.range')}
          </th>
        </tr>
      </thead>
      <tbody>
        {bins.map((bin) => (
          <Row key={bin.from} bin={bin} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ bin }: { readonly bin: Bin }) {
  const { t } = useTranslation('calibration');
  const formats = useFormats();
  const { from, to, markets, happened, low, high } = bin;
  const percent = (value: number) => formats.percent(value);
  const isFair = happened !== null && low !== null && high !== null && happened >= low && happened <= high;
  return (
    <>
      <tr className="border-t border-line max-md:[&>*]:pb-0">
        <th scope="row" className="py-2.5 pe-3 text-start font-540">
          <Num>{`${percent(from)} – ${percent(to)}`}</Num>
        </th>
        <td className="py-2.5 pe-3 text-end">
          <Num>{formats.number(markets, 0)}</Num>
        </td>
        <td className="py-2.5 text-end font-620 md:pe-4">
          {happened === null ? <span className="text-faint">–</span> : <Num>{percent(happened)}</Num>}
        </td>
        <td className="py-2.5 max-md:hidden">
          <Range bin={bin} isFair={isFair} />
        </td>
      </tr>
      <tr className="md:hidden">
        <td colSpan={3} className="pt-1 pb-2.5">
          <Range bin={bin} isFair={isFair} />
        </td>
      </tr>
      {low === null || high === null ? null : (
        <tr className="vh">
          <td colSpan={4}>{t('bin.says', { low: percent(low), high: percent(high) })}</td>
        </tr>
      )}
    </>
  );
}

/** The band of a fair sample on a scale of 0 to 100 %, and a mark where what happened lies. */
function Range({ bin: { happened, low, high }, isFair }: { readonly bin: Bin; readonly isFair: boolean }) {
  const at = (value: number) => `${1 + value * 98}%`;
  return (
    <svg aria-hidden className="h-4 w-full overflow-visible" direction="ltr">
      <rect width="100%" height="16" rx="8" className="fill-s2" />
      {low === null || high === null ? null : (
        <rect
          x={at(low)}
          width={`${Math.max(1, (high - low) * 98)}%`}
          height="16"
          rx="4"
          className="fill-brand-soft stroke-ctl"
        />
      )}
      {happened === null ? null : (
        <circle
          cx={at(happened)}
          cy="8"
          r="6"
          className={cx('stroke-s1 stroke-2', isFair ? 'fill-brand' : 'fill-warn')}
        />
      )}
    </svg>
  );
}
