import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { RoundWire } from '#protocol/exchange.ts';
import { useFormats } from '#web/shell-context.ts';
import { cx } from '#web/ui/cx.ts';
import { Moment } from '#web/ui/moment.tsx';
import { Num } from '#web/ui/num.tsx';
import { lotsOf } from '../ticket/share-math.ts';
import { isFirst } from '../book-view.ts';
import { lotsWords, outcomeOf, useOutcomeWord, wireCents } from '../words.ts';
import { placeOn, type ChancePoint, type OwnMarks } from './chance-points.ts';

export interface ChanceChartProps {
  readonly round: RoundWire;
  readonly points: readonly ChancePoint[];
  readonly own: OwnMarks;
}

const LINES = [0.75, 0.5, 0.25] as const;

/** The chance of Up over the time of a round, with one's own entries, their average and the orders that wait. Left to right in every language. */
export function ChanceChart({ round, points, own }: ChanceChartProps) {
  const { t } = useTranslation('rounds');
  const formats = useFormats();
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined) {
    return <p className="p-4 text-13 text-mut">{t('chance.none')}</p>;
  }
  const span = { from: Math.min(first.at, Date.parse(round.startsAt)), to: Date.parse(round.endsAt) };
  const line = points.map((point) => {
    const { x, y } = placeOn(span, point);
    return `${x.toFixed(2)},${y.toFixed(2)}`;
  });
  const now = placeOn(span, last);
  return (
    <figure className="flex h-full min-h-44 flex-col px-4 pt-2 pb-2" dir="ltr" data-part="chance">
      <div className="relative min-h-0 flex-1 me-11">
        {LINES.map((chance) => (
          <Across key={chance} chance={chance} className="border-line" label={formats.percent(chance)} faint />
        ))}
        <svg aria-hidden viewBox="0 0 100 100" preserveAspectRatio="none" className="absolute inset-0 size-full">
          <polyline
            points={line.join(' ')}
            fill="none"
            className="text-brand-text"
            stroke="currentColor"
            strokeWidth="1.75"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <i
          aria-hidden
          className="absolute size-2.5 -translate-1/2 rounded-pill bg-brand-text"
          style={{ left: `${now.x}%`, top: `${now.y}%` }}
        />
        <Across chance={last.chance} className="border-transparent" label={formats.percent(last.chance)} />
        <OwnLines own={own} />
        <Entries own={own} span={span} />
      </div>
      <div aria-hidden className="me-11 mt-1 flex justify-between text-11 text-faint">
        <Moment at={span.from} to="minute" />
        <Moment at={span.to} to="minute" />
      </div>
      <Words own={own} now={formats.percent(last.chance)} />
    </figure>
  );
}

/** A line across at a chance, with its label in the gutter. */
function Across(props: {
  readonly chance: number;
  readonly className: string;
  readonly label: ReactNode;
  readonly faint?: true;
}) {
  return (
    <div
      aria-hidden
      className={cx('absolute inset-x-0 border-t', props.className)}
      style={{ top: `${100 - props.chance * 100}%` }}
    >
      <Num
        className={cx(
          'absolute start-full top-0 ms-1.5 -translate-y-1/2 text-11',
          props.faint === true ? 'text-faint' : 'rounded-[4px] bg-brand-text px-1 font-620 text-bg',
        )}
      >
        {props.label}
      </Num>
    </div>
  );
}

/** The average of what is held, and orders that wait: dashed, each with its words at the start. */
function OwnLines({ own }: { readonly own: OwnMarks }) {
  const { t } = useTranslation('rounds');
  const formats = useFormats();
  const lines = [
    ...(own.average === null
      ? []
      : [
          {
            id: 'average',
            chance: own.average.chance,
            text: t('chance.average', { price: wireCents(formats, own.average.price) }),
          },
        ]),
    ...own.orders.map(({ id, chance, order }) => ({
      id,
      chance,
      text: t('chance.order', { price: wireCents(formats, order.price) }),
    })),
  ];
  return lines.map(({ id, chance, text }) => (
    <div
      key={id}
      aria-hidden
      className={cx('absolute inset-x-0 border-t border-dashed', id === 'average' ? 'border-text' : 'border-warn')}
      style={{ top: `${100 - chance * 100}%` }}
    >
      <bdi
        className={cx(
          'absolute start-0 top-0 -translate-y-1/2 rounded-[4px] bg-s2 px-1.5 text-11 whitespace-nowrap',
          id === 'average' ? 'text-text' : 'text-warn',
        )}
      >
        {text}
      </bdi>
    </div>
  ));
}

/** Where one bought or sold: up and down by their arrows as well as by colour. */
function Entries({
  own,
  span,
}: {
  readonly own: OwnMarks;
  readonly span: { readonly from: number; readonly to: number };
}) {
  return own.entries.map((entry) => {
    const { x, y } = placeOn(span, entry);
    // To sell Down is a wish for Up.
    const up = isFirst(outcomeOf(entry.fill.outcome)) === (entry.fill.side === 'BUY');
    return (
      <span
        key={entry.id}
        aria-hidden
        className={cx(
          'absolute grid size-4 -translate-1/2 place-items-center rounded-pill text-[0.625rem] font-620 text-bg',
          up ? 'bg-up' : 'bg-down',
        )}
        style={{ left: `${x}%`, top: `${y}%` }}
      >
        {up ? '↑' : '↓'}
      </span>
    );
  });
}

/** The same for those who read it as a list. */
function Words({ own, now }: { readonly own: OwnMarks; readonly now: string }) {
  const { t } = useTranslation('rounds');
  const formats = useFormats();
  const word = useOutcomeWord();
  return (
    <figcaption className="vh">
      {t('chance.title')}
      <ul>
        <li>{t('head.chance', { percent: now })}</li>
        {own.entries.map(({ id, fill }) => {
          const what = {
            shares: lotsWords(formats, lotsOf(fill.shares)),
            outcome: word(fill.outcome),
            price: wireCents(formats, fill.price),
          };
          return <li key={id}>{fill.side === 'BUY' ? t('toast.bought', what) : t('toast.sold', what)}</li>;
        })}
        {own.average === null ? null : <li>{t('chance.average', { price: wireCents(formats, own.average.price) })}</li>}
        {own.orders.map(({ id, order }) => (
          <li key={id}>{t('chance.order', { price: wireCents(formats, order.price) })}</li>
        ))}
      </ul>
    </figcaption>
  );
}
