import { useState } from 'react';
import type { EventWire } from '#protocol/events/events.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { cx } from '#web/ui/cx.ts';
import { Moment } from '#web/ui/moment.tsx';
import { Num } from '#web/ui/num.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { Segments } from '#web/ui/tabs.tsx';
import { chanceText } from './chance-text.ts';
import { closeOf } from './market-steps.ts';
import { SPANS, SPAN_SEC, lineOf, rangeOf, spanOf, type Span } from './market-line.ts';
import { useLines } from './use-lines.ts';

/** Lines of different markets: never the colours of Yes and No, so that none is read as good or bad. */
export const LINE_COLOURS = ['text-brand-text', 'text-info', 'text-warn', 'text-mut'] as const;

interface ChartProps {
  readonly event: EventWire;
  /** The chance of each market as its book stands, by id. */
  readonly chances: ReadonlyMap<string, number | null>;
  readonly now: number;
}

/** The chance of each outcome over time, oldest at the left in every language. */
export function EventChart({ event, chances, now }: ChartProps) {
  const { t } = useTranslation('events');
  const formats = useFormats();
  const [span, setSpan] = useState<Span>('all');
  const markets = event.markets.slice(0, LINE_COLOURS.length);
  const traded = event.markets.reduce((sum, { prices }) => sum + prices.volume, 0);
  const opensAt = Math.min(...markets.map((market) => Date.parse(market.opensAt)));
  const ids = markets.map(({ marketId }) => marketId);
  const lines = useLines(ids, { span, opensAt, fresh: traded });
  const items = SPANS.map((value) => ({
    value,
    label: value === 'all' ? t('span.all') : <Num>{formats.duration(SPAN_SEC[value])}</Num>,
  }));
  return (
    <section aria-label={t('chart.title')} className="card p-4 md:p-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ul className="flex min-w-0 flex-[1_1_14rem] flex-wrap gap-x-4 gap-y-1 text-13">
          {markets.map((market, at) => (
            <li key={market.id} className="flex min-w-0 items-center gap-2">
              <i aria-hidden className={cx('size-2.5 shrink-0 rounded-[3px] bg-current', LINE_COLOURS[at])} />
              <bdi lang={event.language} className="min-w-0 [overflow-wrap:anywhere]">
                {event.markets.length === 1 ? t('outcome.YES') : market.title}
              </bdi>
              {/* What it was last worth says nothing once its result is known. */}
              {market.pays === null || market.outcome === null ? (
                <Num as="b" className="font-620">
                  {chanceText(formats, chances.get(market.marketId) ?? null)}
                </Num>
              ) : (
                <span className="text-mut">{t('result', { outcome: t(`outcome.${market.outcome}`) })}</span>
              )}
            </li>
          ))}
        </ul>
        <Segments
          label={t('span.label')}
          value={span}
          onChange={setSpan}
          items={items}
          className="flex-wrap max-md:w-full"
        />
      </div>
      {lines.state === 'loading' ? (
        <Skeleton className="mt-4 h-40 md:h-56" />
      ) : (
        <Picture {...{ event, chances, now, span, lines }} />
      )}
    </section>
  );
}

function Picture(props: ChartProps & { readonly span: Span; readonly lines: ReturnType<typeof useLines> }) {
  const { t } = useTranslation('events');
  const formats = useFormats();
  const { event, chances, lines } = props;
  // Behind the last close nothing moves any more.
  const isOver = event.markets.every(({ pays }) => pays !== null);
  const now = isOver ? Math.min(props.now, Math.max(...event.markets.map(closeOf))) : props.now;
  const markets = event.markets.slice(0, LINE_COLOURS.length);
  const opensAt = Math.min(...markets.map((market) => Date.parse(market.opensAt)));
  const span = spanOf(props.span, { opensAt, now });
  const drawn = markets.map((market) => {
    const past = (lines.points.get(market.marketId) ?? []).filter(({ at }) => at >= span.from);
    const last = chances.get(market.marketId) ?? past.at(-1)?.chance ?? null;
    return last === null ? past : [...past, { at: now, chance: last }];
  });
  const { low, high } = rangeOf(drawn.flat().map(({ chance }) => chance));
  const empty = drawn.every((points) => points.length < 2);
  const marks = [low, (low + high) / 2, high];
  const top = (chance: number) => `${100 - (100 * (chance - low)) / (high - low)}%`;
  return (
    <figure dir="ltr" className="mt-4">
      <div className="relative h-40 md:h-56">
        <div className="absolute inset-y-2 start-0 end-11">
          {marks.map((chance) => (
            <div
              key={chance}
              aria-hidden
              className="absolute inset-x-0 border-t border-line"
              style={{ top: top(chance) }}
            >
              <Num className="absolute start-full ms-2 -translate-y-1/2 text-11 text-mut">
                {formats.percent(chance)}
              </Num>
            </div>
          ))}
          <svg
            aria-hidden
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            className="absolute inset-0 size-full overflow-visible"
          >
            {drawn.map((points, at) => (
              <polyline
                key={markets[at]?.id}
                points={lineOf(points, { span, low, high })}
                fill="none"
                className={LINE_COLOURS[at]}
                stroke="currentColor"
                strokeWidth={at === 0 ? 2.25 : 1.75}
                strokeLinejoin="round"
                vectorEffect="non-scaling-stroke"
              />
            ))}
          </svg>
          {drawn.map((points, at) => {
            const last = points.at(-1);
            if (last === undefined) return null;
            return (
              <div
                key={markets[at]?.id}
                aria-hidden
                className={cx('absolute inset-x-0', LINE_COLOURS[at])}
                style={{ top: top(last.chance) }}
              >
                {/* Nothing was traded: where it stands now, and no line that would say that it stood there before. */}
                {points.length < 2 ? <i className="absolute inset-x-0 border-t border-dashed opacity-45" /> : null}
                <i className="absolute end-0 size-2 translate-x-1/2 -translate-y-1/2 rounded-pill bg-current" />
              </div>
            );
          })}
          {empty ? (
            <p className="absolute inset-0 grid place-items-center p-4 text-center text-13 text-mut">
              <bdi className="rounded-chip bg-s1 px-2 py-0.5">
                {lines.state === 'failed' ? t('chart.failed') : t('chart.none')}
              </bdi>
            </p>
          ) : null}
        </div>
      </div>
      <div aria-hidden className="me-11 mt-1 flex justify-between text-11 text-mut">
        <Moment at={span.from} to="minute" />
        <Moment at={span.to} to="minute" />
      </div>
      <figcaption className="vh">
        {t('chart.title')}:{' '}
        {markets
          .map(({ title, marketId }) => `${title} ${chanceText(formats, chances.get(marketId) ?? null)}`)
          .join(', ')}
      </figcaption>
    </figure>
  );
}
