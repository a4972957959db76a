import { ChartSpline } from 'lucide-react';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { CallAnswer } from '#web/api/calls.ts';
import { useSession } from '#web/api/session.tsx';
import { serverClock } from '#web/live/server-clock.ts';
import { Own } from '#web/money/own.tsx';
import { useFormats } from '#web/shell-context.ts';
import { LoadProblem } from '#web/ui/call/load-problem.tsx';
import { pairLabel } from '#web/ui/market/pair-icon.tsx';
import { Num } from '#web/ui/num.tsx';
import { LineChart } from '#web/ui/show/charts.tsx';
import { KeyValues } from '#web/ui/show/key-values.tsx';
import { StatTiles, toneOfResult } from '#web/ui/show/stat-tiles.tsx';
import { EmptyState, Skeleton } from '#web/ui/states.tsx';
import { Table, Td, Th } from '#web/ui/table.tsx';
import { Segments } from '#web/ui/tabs.tsx';
import { curveOf, noonOf, winRate } from './days.ts';
import { ResultCalendar, Section } from './result-calendar.tsx';

type Answer = CallAnswer<'trade.statistics'>;
type Tally = Answer['total'];

/** How far back it looks, days. */
const SPANS = ['7', '30', '90', '365'] as const;

/** What became of one's predictions and rounds: how often, on what, when, and what the house earned by it. */
export default function Statistics() {
  const { t } = useTranslation('history');
  const { client, state, realm } = useSession();
  const [days, setDays] = useState<(typeof SPANS)[number]>('30');
  const read = useQuery({
    queryKey: ['statistics', realm, days],
    enabled: state.status === 'ready',
    queryFn: ({ signal }) => client.call('trade.statistics', { query: { days } }, { signal }),
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 p-4 md:p-6">
      <Segments
        className="justify-self-start"
        label={t('stats.span')}
        value={days}
        onChange={setDays}
        items={SPANS.map((value) => ({ value, label: t('stats.days', { days: Number(value) }) }))}
      />
      {read.isError && read.data === undefined ? (
        <LoadProblem error={read.error} onRetry={() => void read.refetch()} />
      ) : read.data === undefined ? (
        <Waiting />
      ) : (
        <Figures key={days} answer={read.data} />
      )}
    </div>
  );
}

function Waiting() {
  return (
    <>
      <Skeleton className="h-22 rounded-card" />
      <Skeleton className="h-40 rounded-card" />
    </>
  );
}

function Figures({ answer }: { readonly answer: Answer }) {
  const { t } = useTranslation('history');
  if (answer.byDay.length === 0) {
    return <EmptyState icon={<ChartSpline aria-hidden />} title={t('table.empty')} text={t('stats.empty')} />;
  }
  return (
    <>
      <Totals answer={answer} />
      <Curve answer={answer} />
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <ResultCalendar byDay={answer.byDay} days={answer.days} now={serverClock.now()} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Tallies
            title={t('stats.by_pair')}
            head={t('col.pair')}
            rows={answer.pairs.map((row) => ({ id: row.pair, name: pairLabel(row.pair), tally: row }))}
          />
          <Durations answer={answer} />
          <Rounds rounds={answer.rounds} />
        </div>
      </div>
    </>
  );
}

function Totals({ answer }: { readonly answer: Answer }) {
  const { t } = useTranslation('history');
  const formats = useFormats();
  const { total, byDay } = answer;
  const rate = winRate(total);
  const result = byDay.reduce((sum, day) => sum + Math.round(day.result * 1e6), 0) / 1e6;
  return (
    <StatTiles
      items={[
        {
          id: 'result',
          label: t('col.result'),
          value: formats.own(result.toFixed(2), { signed: true }),
          text: t('stats.result_text'),
          ...toneOfResult(result),
        },
        {
          id: 'rate',
          label: t('stats.win_rate'),
          value: rate === null ? '–' : formats.percent(rate),
          text: t('stats.won_of', { won: formats.number(total.won), count: formats.number(total.won + total.lost) }),
        },
        { id: 'edge', label: t('stats.edge'), value: formats.own(total.edgeStr), text: t('stats.edge_text') },
      ]}
    />
  );
}

function Curve({ answer }: { readonly answer: Answer }) {
  const { t } = useTranslation('history');
  const formats = useFormats();
  const points = curveOf(answer.byDay, { days: answer.days, now: serverClock.now() }).map(({ at, sum, day }) => ({
    id: at,
    value: sum,
    text: day === null ? null : `${formats.date(noonOf(at))} ${formats.own(sum.toFixed(2), { signed: true })}`,
  }));
  const dateOf = (point: (typeof points)[number] | undefined) =>
    point === undefined ? '' : formats.date(noonOf(point.id));
  return (
    <Section title={t('stats.curve')} text={t('stats.curve_text')}>
      <LineChart title={t('stats.curve')} points={points} from={dateOf(points[0])} to={dateOf(points.at(-1))} />
    </Section>
  );
}

function Durations({ answer }: { readonly answer: Answer }) {
  const { t } = useTranslation('history');
  const formats = useFormats();
  const rows = answer.durations.map((row) => ({
    id: String(row.durationSec),
    name: formats.durationLong(row.durationSec),
    tally: row,
  }));
  return <Tallies title={t('stats.by_duration')} head={t('col.duration')} rows={rows} />;
}

function Tallies(props: {
  readonly title: string;
  readonly head: string;
  readonly rows: readonly { readonly id: string; readonly name: string; readonly tally: Tally }[];
}) {
  const { t } = useTranslation('history');
  const formats = useFormats();
  if (props.rows.length === 0) return null;
  return (
    <Section title={props.title}>
      <Table
        plain
        className="-mx-4"
        caption={props.title}
        head={
          <tr>
            <Th>{props.head}</Th>
            <Th end>{t('stats.count')}</Th>
            <Th end>{t('stats.win_rate')}</Th>
            <Th end className="max-sm:hidden">
              {t('stats.staked')}
            </Th>
            <Th end>{t('col.result')}</Th>
          </tr>
        }
      >
        {props.rows.map(({ id, name, tally }) => {
          const rate = winRate(tally);
          return (
            <tr key={id}>
              <Td className="font-540">
                <bdi>{name}</bdi>
              </Td>
              <Td end>
                <Num>{formats.number(tally.count)}</Num>
              </Td>
              <Td end>
                <Num>{rate === null ? '–' : formats.percent(rate)}</Num>
              </Td>
              <Td end className="max-sm:hidden">
                <Own amount={tally.stakeStr} />
              </Td>
              <Td end>
                <Own amount={tally.resultStr} signed className={TONES[toneOfResult(tally.result).tone ?? 'none']} />
              </Td>
            </tr>
          );
        })}
      </Table>
    </Section>
  );
}

const TONES = { up: 'text-up', down: 'text-down', warn: 'text-warn', none: '' } as const;

function Rounds({ rounds }: { readonly rounds: Answer['rounds'] }) {
  const { t } = useTranslation('history');
  const formats = useFormats();
  if (rounds.count === 0) return null;
  return (
    <Section title={t('stats.rounds')}>
      <KeyValues
        items={[
          { id: 'count', label: t('stats.rounds_count'), value: <Num>{formats.number(rounds.count)}</Num> },
          { id: 'won', label: t('stats.rounds_won'), value: <Num>{formats.number(rounds.won)}</Num> },
          { id: 'result', label: t('col.result'), value: <Own amount={rounds.resultStr} signed /> },
          { id: 'fee', label: t('stats.fees'), value: <Own amount={rounds.feeStr} /> },
        ]}
      />
    </Section>
  );
}
