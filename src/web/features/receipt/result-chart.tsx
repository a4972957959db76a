import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Equal } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useSession } from '#web/api/session.tsx';
import { useFormats } from '#web/shell-context.ts';
import type { Facts, TickFacts } from '#verify/verify.ts';
import { cx } from '#web/ui/cx.ts';
import { Num } from '#web/ui/num.tsx';
import { Chip, Skeleton } from '#web/ui/states.tsx';
import { decidedOf, digitsOf, moveOf, pathOf, stepOf } from './price-path.ts';
import type { Decided, PathPoint, PricePath } from './price-path.ts';

/** The prices around a result, with the two that decide marked. The line is drawn from our price history, the marks from the receipt. */
export function ResultChart({ facts }: { readonly facts: Facts }) {
  const decided = decidedOf(facts);
  return decided === null ? null : <Chart facts={facts} decided={decided} />;
}

function useBars(pair: string, { from, to }: Decided) {
  const { client } = useSession();
  const { resolution, stepMs } = stepOf({ from, to });
  const start = Math.floor(from / stepMs) * stepMs;
  const query = useQuery({
    queryKey: ['receipt-bars', pair, start, to, resolution],
    retry: false,
    queryFn: ({ signal }) =>
      client.call(
        'trade.bars',
        {
          query: { pair, resolution, from: new Date(start).toISOString(), to: new Date(to).toISOString() },
        },
        { signal },
      ),
  });
  return { bars: query.data?.bars ?? [], state: query.status, stepMs };
}

function Chart({ facts, decided }: { readonly facts: Facts; readonly decided: Decided }) {
  const { t } = useTranslation('verify');
  const formats = useFormats();
  const { bars, state, stepMs } = useBars(facts.pair, decided);
  const path = pathOf(decided, bars, stepMs);
  const { start, end } = decided;
  const price = (tick: TickFacts) => formats.price(tick.price, digitsOf(tick.price));
  return (
    <section className="card min-w-0 p-5 md:p-6">
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="flex-1 text-18 font-620">{t('chart.title')}</h2>
        {end === null ? null : <Move start={start} end={end} />}
      </div>
      {state === 'pending' ? (
        <Skeleton className="h-56 md:h-72" />
      ) : (
        // Time runs from left to right in every language.
        <figure dir="ltr" className="relative h-56 md:h-72">
          <figcaption className="vh">
            {end === null
              ? t('chart.label_open', { start: price(start), from: formats.clock(start.t) })
              : t('chart.label', {
                  start: price(start),
                  end: price(end),
                  from: formats.clock(start.t),
                  to: formats.clock(end.t),
                })}
          </figcaption>
          <Drawing path={path} direction={facts.dir} />
          <Mark
            point={path.start}
            price={price(start)}
            time={formats.clock(start.t)}
            className="border-info"
            label={isNear(path) ? 'before' : 'over'}
          />
          {path.end === null || end === null ? null : (
            <Mark
              point={path.end}
              price={price(end)}
              time={formats.clock(end.t)}
              className="border-brand-text"
              label={isNear(path) ? 'after' : 'over'}
            />
          )}
        </figure>
      )}
      <p className="mt-3 text-13 text-mut text-pretty">
        {state === 'pending' || bars.length > 0 ? t('chart.note') : t('chart.none')}
      </p>
    </section>
  );
}

const SIGNS = {
  '1': { tone: 'up', Icon: ArrowUp, key: 'chart.higher' },
  '0': { tone: 'plain', Icon: Equal, key: 'chart.same' },
  '-1': { tone: 'down', Icon: ArrowDown, key: 'chart.lower' },
} as const;

/** How far the price went: arrow, word and number. */
function Move({ start, end }: { readonly start: TickFacts; readonly end: TickFacts }) {
  const { t } = useTranslation('verify');
  const formats = useFormats();
  const { sign, size } = moveOf(start.price, end.price);
  const { tone, Icon, key } = SIGNS[sign];
  return (
    <Chip tone={tone} icon={<Icon aria-hidden />}>
      {t(key, { size: formats.price(size, digitsOf(size)) })}
    </Chip>
  );
}

/** The side that wins is filled, the other hatched: the colours are not alone. */
function Drawing({ path, direction }: { readonly path: PricePath; readonly direction: 'UP' | 'DOWN' }) {
  const { start, end } = path;
  const width = (end?.x ?? 100) - start.x;
  const above = { x: start.x, y: 0, width, height: start.y };
  const below = { x: start.x, y: start.y, width, height: 100 - start.y };
  const [right, wrong] = direction === 'UP' ? [above, below] : [below, above];
  const box = (rect: typeof above) => ({
    left: `${rect.x}%`,
    top: `${rect.y}%`,
    width: `${rect.width}%`,
    height: `${rect.height}%`,
  });
  return (
    <div aria-hidden className="absolute inset-0 my-8 rounded-field bg-s2/40">
      <div className="absolute bg-up-soft" style={box(right)} />
      <div
        className="absolute bg-[repeating-linear-gradient(45deg,var(--color-down-soft)_0_4px,transparent_4px_10px)]"
        style={box(wrong)}
      />
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" className="absolute inset-0 size-full overflow-visible">
        <g className="stroke-faint" strokeDasharray="4 4">
          <path d={`M${start.x} 0V100`} vectorEffect="non-scaling-stroke" />
          <path d={`M${start.x} ${start.y}H${end?.x ?? 100}`} vectorEffect="non-scaling-stroke" />
          {end === null ? null : <path d={`M${end.x} 0V100`} vectorEffect="non-scaling-stroke" />}
        </g>
        <polyline
          points={path.line.map(({ x, y }) => `${x.toFixed(3)},${y.toFixed(3)}`).join(' ')}
          vectorEffect="non-scaling-stroke"
          className="fill-none stroke-brand-text"
          strokeWidth="2"
          strokeLinejoin="round"
        />
      </svg>
    </div>
  );
}

/** Two marks nearer than this (percent of the width) have their labels beside each other on phones, not over themselves. */
const NEAR = 34;
const isNear = ({ start, end }: PricePath): boolean => end !== null && end.x - start.x < NEAR;

/** Where a label stands so that it stays inside: half of what it needs on each side, or all of it on one. */
const LABELS = {
  over: { at: (x: number) => `clamp(48px, ${x}%, calc(100% - 48px))`, className: '-translate-x-1/2' },
  before: { at: (x: number) => `clamp(80px, calc(${x}% + 8px), 100%)`, className: '-translate-x-full' },
  after: { at: (x: number) => `clamp(0px, calc(${x}% - 8px), calc(100% - 80px))`, className: '' },
} as const;

function Mark(props: {
  readonly point: PathPoint;
  readonly price: string;
  readonly time: string;
  readonly className: string;
  readonly label: keyof typeof LABELS;
}) {
  const { x, y } = props.point;
  const { at, className } = LABELS[props.label];
  const left = at(x);
  return (
    <div aria-hidden>
      <Num as="b" className={cx('absolute top-0 text-13 font-620 whitespace-nowrap', className)} style={{ left }}>
        {props.price}
      </Num>
      <span className="absolute inset-0 my-8">
        <i
          className={cx('absolute size-3.5 -translate-1/2 rounded-pill border-[3.5px] bg-s1', props.className)}
          style={{ left: `${x}%`, top: `${y}%` }}
        />
      </span>
      <Num className={cx('absolute bottom-0 text-12 whitespace-nowrap text-mut', className)} style={{ left }}>
        {props.time}
      </Num>
    </div>
  );
}
