import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { Facts, TickFacts } from '#verify/verify.ts';
import { useFormats } from '#web/shell-context.ts';
import { cx } from '#web/ui/cx.ts';
import { pairLabel } from '#web/ui/market/pair-icon.tsx';
import { Num } from '#web/ui/num.tsx';
import { digitsOf } from './price-path.ts';

/** Names and values, the values at the end of the line. */
export function DataList(props: {
  readonly rows: readonly (readonly [name: string, value: ReactNode])[];
  readonly className?: string;
}) {
  return (
    <dl className={cx('grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1.5', props.className)}>
      {props.rows.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-mut">{name}</dt>
          <dd className="text-end font-540">
            <Num>{value}</Num>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const PAIRS = [
  ['start', 'e-1', 'e'],
  ['end', 'x', 'x+1'],
] as const;

/** An early sale is priced at the first tick after it. */
const SOLD_PAIRS = [
  ['start', 'e-1', 'e'],
  ['end', 's-1', 's'],
] as const;

/** A tick or a moment: a line of its own on phones, where three in a row would break their times. */
const MOMENT =
  'flex min-w-0 flex-wrap items-baseline justify-between gap-x-3 rounded-field px-3 py-1.5 sm:block sm:p-2';

/** The two moments that decide: the tick before and the tick after each, with their numbers and times. */
export function TickLens({ facts }: { readonly facts: Facts }) {
  const { t } = useTranslation('verify');
  const formats = useFormats();
  const of = (role: string) => facts.ticks.find((tick) => tick.role === role);
  const sold = of('s') !== undefined;
  const moments = { start: facts.admittedAt, end: sold ? facts.soldAt : facts.expiresAt } as const;
  // Void before its entry, or not ended yet: there are no prices to show at that end.
  const pairs = (sold ? SOLD_PAIRS : PAIRS).filter(
    ([, before, after]) => of(before) !== undefined || of(after) !== undefined,
  );
  return (
    <section className="card min-w-0 p-5 md:p-6">
      <div className="mb-3 flex items-baseline justify-between gap-3">
        <h2 className="text-18 font-620">
          <bdi>{pairLabel(facts.pair)}</bdi>
        </h2>
        {/* The record's clock; the chart above has the viewer's. */}
        {pairs.length === 0 ? null : <span className="text-12 text-mut">UTC</span>}
      </div>
      <div className="grid gap-4 empty:hidden">
        {pairs.map(([name, before, after]) => (
          <div key={name}>
            <h3 className="mb-1.5 font-540">{t(`fact.${name}`)}</h3>
            {/* Time runs from left to right in every language. */}
            <ol dir="ltr" className="grid gap-1.5 text-13 sm:grid-cols-3 sm:gap-2 sm:text-center">
              <Tick tick={of(before)} chosen={name === 'end' && !sold} />
              <li className={cx(MOMENT, 'border border-dashed border-line2 text-mut')}>
                <span className="block" dir="auto">
                  {t(name === 'start' ? 'fact.accepted' : sold ? 'fact.sold' : 'fact.expiry')}
                </span>
                <Num>{moments[name] === null ? '–' : clock(moments[name])}</Num>
              </li>
              <Tick tick={of(after)} chosen={name === 'start' || sold} />
            </ol>
          </div>
        ))}
      </div>
      <DataList
        className={cx('text-13', pairs.length > 0 && 'mt-4')}
        rows={[
          [
            t('fact.accepted'),
            // A date is text, not a number: it reads in the direction of the language.
            <bdi key="time" dir="auto">
              {formats.dateTime(facts.admittedAt)}
            </bdi>,
          ],
          [
            t('fact.fingerprint'),
            <bdi key="print">{`${facts.fingerprint.slice(0, 8)}…${facts.fingerprint.slice(-6)}`}</bdi>,
          ],
        ]}
      />
    </section>
  );
}

function Tick({ tick, chosen }: { readonly tick: TickFacts | undefined; readonly chosen: boolean }) {
  const formats = useFormats();
  return (
    <li className={cx(MOMENT, chosen ? 'bg-brand-soft' : 'bg-s2')}>
      {tick === undefined ? (
        '–'
      ) : (
        <>
          <Num className="block text-12 text-mut">#{tick.seq}</Num>
          <Num as="b" className="block">
            {formats.price(tick.price, digitsOf(tick.price))}
          </Num>
          <Num className="block text-12 text-mut">{clock(tick.t)}</Num>
        </>
      )}
    </li>
  );
}

/** Time of day with milliseconds, UTC: what the record says. */
function clock(ms: number): string {
  return new Date(ms).toISOString().slice(11, 23);
}
