import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { cx } from '#web/ui/cx.ts';
import { Num } from '#web/ui/num.tsx';
import { Panel, PanelBody } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { usePlayFigures } from './use-limits.ts';
import type { Figures } from './use-limits.ts';
import { useNow } from './use-now.ts';

/** Result of trading with real money in three windows. */
export function ResultTiles() {
  const { t } = useTranslation('limits');
  const { data } = usePlayFigures();
  if (data === undefined) return <Skeleton className="h-22 rounded-card" />;
  const tiles = [
    ['day', data.dayResultStr],
    ['week', data.weekResultStr],
    ['month', data.monthResultStr],
  ] as const;
  return (
    <dl className="card grid grid-cols-3 divide-x divide-line">
      {tiles.map(([span, result]) => (
        <div key={span} className="min-w-0 px-3 py-3.5 md:px-6 md:py-5">
          <dt className="text-12 text-mut md:text-13">{t(`result.${span}`)}</dt>
          <dd className={cx('text-16 font-620 whitespace-nowrap max-[359px]:text-13 md:text-24', toneOf(result))}>
            <Result text={result} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function toneOf(result: string): string {
  const value = Number(result);
  if (value === 0) return '';
  return value > 0 ? 'text-up' : 'text-down';
}

function Result({ text }: { readonly text: string }) {
  const formats = useFormats();
  return <Num>{formats.own(text, { signed: true })}</Num>;
}

const DAYS = 30;
const DAY_MS = 86_400_000;

/** Thirty days as bars of one scale up and down; the table behind it says the same. */
export function DayPanel() {
  const { t } = useTranslation('limits');
  const { data } = usePlayFigures();
  if (data === undefined) return <Skeleton className="h-56 rounded-card" />;
  return (
    <Panel title={t('days.title')} text={t('days.text')}>
      <PanelBody>
        {data.days.length === 0 ? <p className="text-mut">{t('days.empty')}</p> : <Bars days={data.days} />}
      </PanelBody>
    </Panel>
  );
}

function Bars({ days }: { readonly days: Figures['days'] }) {
  const { t } = useTranslation('limits');
  const formats = useFormats();
  const today = Math.floor(useNow() / DAY_MS) * DAY_MS;
  const all = Array.from({ length: DAYS }, (_, index) => {
    const at = today - (DAYS - 1 - index) * DAY_MS;
    const found = days.find(({ day }) => Date.parse(day) === at);
    return { at, result: found?.result ?? 0, text: found?.resultStr ?? null };
  });
  const most = Math.max(...all.map(({ result }) => Math.abs(result)), 1e-6);
  return (
    <figure>
      <div aria-hidden className="flex h-24 items-stretch gap-[2px] md:gap-1">
        {all.map(({ at, result }) => (
          <div key={at} className="grid min-w-0 flex-1 grid-rows-2">
            <div className="flex items-end border-b border-line">
              {result > 0 ? <Bar share={result / most} className="rounded-t-[2px] bg-up" /> : null}
            </div>
            <div className="flex items-start">
              {result < 0 ? <Bar share={-result / most} className="rounded-b-[2px] bg-down" /> : null}
              {result === 0 ? <div className="h-[2px] w-full bg-s3" /> : null}
            </div>
          </div>
        ))}
      </div>
      <div aria-hidden className="mt-2 flex justify-between text-12 text-faint">
        <span>{formats.date(all[0]?.at ?? today)}</span>
        <span>{formats.date(today)}</span>
      </div>
      <figcaption className="vh">
        {t('days.title')}
        <ul>
          {all.map(({ at, text }) =>
            text === null ? null : (
              <li key={at}>
                {formats.date(at)} {formats.own(text, { signed: true })}
              </li>
            ),
          )}
        </ul>
      </figcaption>
    </figure>
  );
}

function Bar({ share, className }: { readonly share: number; readonly className: string }) {
  return <div className={cx('w-full', className)} style={{ height: `max(2px, ${share * 100}%)` }} />;
}
