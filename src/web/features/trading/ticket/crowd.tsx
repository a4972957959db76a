import type { PairWire } from '#protocol/trading.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { pairLabel } from '#web/ui/market/pair-icon.tsx';
import { Num } from '#web/ui/num.tsx';

/** How the open stake of others is shared; shown only where the server says it. */
export function Crowd({ pair }: { readonly pair: PairWire }) {
  const { t } = useTranslation('trading');
  const formats = useFormats();
  if (pair.crowd === null) return null;
  const { up } = pair.crowd;
  return (
    <div className="short:hidden compact:hidden">
      <p className="mb-1.5 flex items-center justify-between gap-2 text-12">
        <Num className="font-620 text-up">▲ {formats.percent(up)}</Num>
        <span className="text-faint">{t('crowd.label', { pair: pairLabel(pair.id) })}</span>
        <Num className="font-620 text-down">{formats.percent(1 - up)} ▼</Num>
      </p>
      <div aria-hidden className="flex h-[5px] gap-[3px]">
        <i className="rounded-pill bg-up" style={{ width: `${up * 100}%` }} />
        <i className="flex-1 rounded-pill bg-down" />
      </div>
    </div>
  );
}
