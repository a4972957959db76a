import { ArrowUp } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { RoundWire } from '#protocol/exchange.ts';
import type { PairWire } from '#protocol/trading.ts';
import { countdown } from '#web/i18n/format.ts';
import { useFormats } from '#web/shell-context.ts';
import { cx } from '#web/ui/cx.ts';
import { Num } from '#web/ui/num.tsx';
import { Term } from '#web/ui/term.tsx';
import type { ReactNode } from 'react';
import { useSpan } from './round-chooser.tsx';
import { minuteOf } from '#web/shares/words.ts';

/** Target, window, countdown and the chance of Up, beside the price of the pair. */
export function RoundHead({
  round,
  pair,
  now,
}: {
  readonly round: RoundWire;
  readonly pair: PairWire;
  readonly now: number;
}) {
  const { t } = useTranslation('rounds');
  const formats = useFormats();
  const span = useSpan();
  const entry = (label: ReactNode, value: string, className = '') => (
    <div className={className}>
      <dt className="text-11 leading-[0.9375rem] whitespace-nowrap text-faint">{label}</dt>
      <dd className="text-13 font-540 whitespace-nowrap">
        <bdi translate="no" className="tabular-nums">
          {value}
        </bdi>
      </dd>
    </div>
  );
  const { mid } = round.up;
  const started = now >= Date.parse(round.startsAt);
  const coming = started ? '–' : t('head.target_at', { time: minuteOf(formats, round.startsAt) });
  const target = round.target === null ? coming : formats.price(round.target, pair.precision);
  return (
    <div className="flex h-[2.125rem] items-center gap-x-4 overflow-clip max-md:hidden">
      {/* What does not fit goes as a whole, the last first; the chance, which can be pressed, stays in view. */}
      <dl className="flex h-[2.125rem] min-w-0 flex-wrap gap-x-4 gap-y-3 overflow-clip">
        {entry(<Term name="target">{t('head.target')}</Term>, target)}
        {entry(
          started ? t('head.closes_in') : t('head.starts_in'),
          countdown(Date.parse(started ? round.endsAt : round.startsAt) - now),
        )}
        {entry(t('head.window'), span(round), 'max-xl:hidden')}
      </dl>
      {mid === null ? null : (
        <Term
          name="chance"
          title={t('head.chance', { percent: formats.percent(mid) })}
          className={cx(
            'my-0! min-h-7 shrink-0 rounded-pill! px-2.5 text-13 font-620 whitespace-nowrap max-2xl:hidden',
            mid >= 0.5 ? 'bg-up-soft text-up!' : 'bg-s2 text-mut!',
          )}
        >
          {/* The chance is that of Up, however small: an arrow down beside it would say another thing. */}
          <ArrowUp aria-hidden className="size-3.5" />
          <Num translate="yes">{t('head.chance', { percent: formats.percent(mid) })}</Num>
        </Term>
      )}
    </div>
  );
}
