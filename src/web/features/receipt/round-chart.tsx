import { ArrowDown, ArrowUp, Equal } from 'lucide-react';
import type { RoundEnd, RoundFacts } from '#verify/rounds/round-facts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { cx } from '#web/ui/cx.ts';
import { Num } from '#web/ui/num.tsx';
import { Chip } from '#web/ui/states.tsx';
import { digitsOf, moveOf } from './price-path.ts';
import { roundPaths } from './round-path.ts';
import type { EndPath } from './round-path.ts';

/** The prices of both averaging windows as bands, each with its average, on one scale: all of it from the receipt. */
export function RoundChart({ facts }: { readonly facts: RoundFacts }) {
  const { t } = useTranslation('verify');
  const formats = useFormats();
  const paths = roundPaths(facts);
  return (
    <section className="card min-w-0 p-5 md:p-6">
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="flex-1 text-18 font-620">{t('round.title')}</h2>
        <Move facts={facts} />
      </div>
      {paths === null ? null : (
        // Time runs from left to right in every language.
        <div dir="ltr" className="grid grid-cols-2 gap-2 md:gap-4">
          <Half name={t('round.start')} end={facts.start} path={paths.start} tone="start" />
          <Half name={t('round.end')} end={facts.end} path={paths.end} tone="end" />
        </div>
      )}
      <p className="mt-3 text-13 text-mut text-pretty">
        {t('round.rule', { window: formats.durationWords(facts.windowMs / 1_000) })}
      </p>
    </section>
  );
}

const SIGNS = {
  '1': { tone: 'up', Icon: ArrowUp, key: 'chart.higher' },
  '0': { tone: 'plain', Icon: Equal, key: 'chart.same' },
  '-1': { tone: 'down', Icon: ArrowDown, key: 'chart.lower' },
} as const;

/** How far the averages lie apart: arrow, word and number. */
function Move({ facts }: { readonly facts: RoundFacts }) {
  const { t } = useTranslation('verify');
  const formats = useFormats();
  const [start, end] = [facts.start.average, facts.end.average];
  if (start === null || end === null) return null;
  const { sign, size } = moveOf(start, end);
  const { tone, Icon, key } = SIGNS[sign];
  return (
    <Chip tone={tone} icon={<Icon aria-hidden />}>
      {t(key, { size: formats.price(size, digitsOf(size)) })}
    </Chip>
  );
}

const TONES = {
  start: { band: 'bg-info-soft', line: 'stroke-info', mark: 'bg-info' },
  end: { band: 'bg-brand-soft', line: 'stroke-brand-text', mark: 'bg-brand-text' },
} as const;

function Half(props: {
  readonly name: string;
  readonly end: RoundEnd;
  readonly path: EndPath;
  readonly tone: keyof typeof TONES;
}) {
  const formats = useFormats();
  const { end, path } = props;
  const tone = TONES[props.tone];
  const price = end.average === null ? '–' : formats.price(end.average, digitsOf(end.average));
  return (
    <figure className="min-w-0" data-band={props.tone}>
      <figcaption className="mb-2 min-w-0">
        <span className="flex items-center gap-1.5 text-12 text-mut">
          <i aria-hidden className={cx('size-2 shrink-0 rounded-pill', tone.mark)} />
          <bdi>{props.name}</bdi>
        </span>
        <Num as="b" className="block text-14 font-620 md:text-16">
          {price}
        </Num>
      </figcaption>
      <div aria-hidden className="relative h-44 overflow-hidden rounded-field bg-s2/40 md:h-60">
        <div
          className={cx('absolute inset-y-0', tone.band)}
          style={{ left: `${path.band.from}%`, width: `${path.band.to - path.band.from}%` }}
        />
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" className="absolute inset-0 size-full">
          <polyline
            points={path.line.map(({ x, y }) => `${x.toFixed(3)},${y.toFixed(3)}`).join(' ')}
            vectorEffect="non-scaling-stroke"
            className="fill-none stroke-text"
            strokeWidth="1.5"
            strokeLinejoin="round"
          />
          {path.average === null ? null : (
            <path
              d={`M${path.band.from} ${path.average}H${path.band.to}`}
              vectorEffect="non-scaling-stroke"
              className={tone.line}
              strokeWidth="2.5"
              strokeDasharray="7 4"
            />
          )}
        </svg>
      </div>
      {/* Below the edges of the band. */}
      <Num
        as="p"
        aria-hidden
        className="mt-1 flex justify-between gap-1 text-12 text-mut max-[22.4375rem]:text-11"
        style={{ paddingLeft: `${path.band.from}%`, paddingRight: `${100 - path.band.to}%` }}
      >
        <span>{formats.clock(end.from)}</span>
        <span>{formats.clock(end.at)}</span>
      </Num>
    </figure>
  );
}
