import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { Panel, PanelBody } from '#web/ui/panel.tsx';
import { BarChart } from '#web/ui/show/charts.tsx';
import { StatTiles, toneOfResult } from '#web/ui/show/stat-tiles.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { usePlayFigures } from './use-limits.ts';
import type { Figures } from './use-limits.ts';
import { DAY_MS } from '#domain/time.ts';
import { useNow } from '#web/live/use-now.ts';

/** Result of trading with real money in three windows. */
export function ResultTiles() {
  const { t } = useTranslation('limits');
  const formats = useFormats();
  const { data } = usePlayFigures();
  if (data === undefined) return <Skeleton className="h-22 rounded-card" />;
  const tiles = [
    ['day', data.dayResultStr],
    ['week', data.weekResultStr],
    ['month', data.monthResultStr],
  ] as const;
  return (
    <StatTiles
      items={tiles.map(([span, result]) => ({
        id: span,
        label: t(`result.${span}`),
        value: formats.own(result, { signed: true }),
        ...toneOfResult(Number(result)),
      }))}
    />
  );
}

const DAYS = 30;

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
  // Days are those of UTC: their middle has the same date in almost every zone.
  const dateOf = (day: number) => formats.date(day + DAY_MS / 2);
  const points = Array.from({ length: DAYS }, (_, index) => {
    const at = today - (DAYS - 1 - index) * DAY_MS;
    const found = days.find(({ day }) => Date.parse(day) === at);
    const text = found === undefined ? null : `${dateOf(at)} ${formats.own(found.resultStr, { signed: true })}`;
    return { id: at, value: found?.result ?? 0, text };
  });
  return <BarChart title={t('days.title')} points={points} from={dateOf(points[0]?.id ?? today)} to={dateOf(today)} />;
}
