import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { LOCALE_FACTS, type Locale } from '#web/i18n/locales.ts';
import { useFormats, useShell } from '#web/shell-context.ts';
import { IconButton } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Num } from '#web/ui/num.tsx';
import { dayAt, monthBeside, noonOf, weeksOf, type DayResult } from './days.ts';
import { DAY_MS } from '#domain/time.ts';

/** A part of the statistics with its name. */
export function Section(props: {
  readonly title: string;
  readonly text?: string;
  readonly end?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className="min-w-0 rounded-card border border-line p-4">
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
        <div className="min-w-40 flex-1">
          <h2 className="text-16 font-620">{props.title}</h2>
          {props.text === undefined ? null : <p className="text-13 text-mut">{props.text}</p>}
        </div>
        {props.end}
      </div>
      {props.children}
    </section>
  );
}

/** 1 is Monday, 7 is Sunday: on which day weeks begin where the language is spoken. */
function firstDayOf(tag: string): number {
  const locale = new Intl.Locale(tag) as Intl.Locale & {
    getWeekInfo?: () => { readonly firstDay: number };
    readonly weekInfo?: { readonly firstDay: number };
  };
  return locale.getWeekInfo?.().firstDay ?? locale.weekInfo?.firstDay ?? 1;
}

function useCalendarWords(locale: Locale) {
  const { tag } = LOCALE_FACTS[locale];
  const month = new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const weekday = new Intl.DateTimeFormat(tag, { weekday: 'short', timeZone: 'UTC' });
  const day = new Intl.DateTimeFormat(tag, { day: 'numeric', timeZone: 'UTC' });
  return { month, weekday, day, firstDay: firstDayOf(tag) };
}

/** Results by UTC day, one month at a time; the sign says what the colour does. */
export function ResultCalendar(props: {
  readonly byDay: readonly DayResult[];
  readonly days: number;
  readonly now: number;
}) {
  const { t } = useTranslation('history');
  const { locale } = useShell();
  const words = useCalendarWords(locale);
  const last = dayAt(props.now).slice(0, 7);
  const first = dayAt(props.now - props.days * DAY_MS).slice(0, 7);
  const [month, setMonth] = useState(props.byDay.at(-1)?.day.slice(0, 7) ?? last);
  const known = new Map(props.byDay.map((day) => [day.day, day]));
  const weeks = weeksOf(month, words.firstDay);
  const turn = (by: -1 | 1, label: string) => {
    const isEnd = month === (by < 0 ? first : last);
    return (
      <IconButton label={label} aria-disabled={isEnd} onClick={() => !isEnd && setMonth(monthBeside(month, by))}>
        {by < 0 ? <ChevronLeft aria-hidden className="flip" /> : <ChevronRight aria-hidden className="flip" />}
      </IconButton>
    );
  };
  return (
    <Section
      title={t('stats.calendar')}
      end={
        <span className="flex items-center gap-1">
          {turn(-1, t('stats.month_before'))}
          <span aria-live="polite" className="min-w-28 text-center text-13 font-540">
            {words.month.format(noonOf(`${month}-01`))}
          </span>
          {turn(1, t('stats.month_after'))}
        </span>
      }
    >
      <table className="w-full table-fixed border-separate border-spacing-1">
        <caption className="vh">{t('stats.calendar')}</caption>
        <thead>
          <tr>
            {(weeks[1] ?? []).map((at) => (
              <th key={at} scope="col" className="text-center text-11 font-540 text-faint">
                {at === null ? '' : words.weekday.format(noonOf(at))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week, at) => (
            <tr key={`${month} ${at}`}>
              {week.map((day, place) => (
                <DayCell
                  key={day ?? place}
                  label={day === null ? null : words.day.format(noonOf(day))}
                  result={day === null ? null : (known.get(day) ?? null)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function DayCell({ label, result }: { readonly label: string | null; readonly result: DayResult | null }) {
  const formats = useFormats();
  if (label === null) return <td aria-hidden />;
  const tone = result === null || result.result === 0 ? 'bg-s2' : result.result > 0 ? 'bg-up-soft' : 'bg-down-soft';
  return (
    <td className={cx('h-12 rounded-[6px] p-1 text-center align-top', tone)}>
      <span className="block text-11 text-mut">{label}</span>
      {result === null ? null : <DayAmount result={result} text={formats.own(result.resultStr, { signed: true })} />}
    </td>
  );
}

/** The amount where it fits, on phones its sign. */
function DayAmount({ result, text }: { readonly result: DayResult; readonly text: string }) {
  const formats = useFormats();
  const tone = result.result === 0 ? '' : result.result > 0 ? 'text-up' : 'text-down';
  const sign = result.result === 0 ? '0' : result.result > 0 ? '+' : '−';
  return (
    <>
      <Num className="vh">{text}</Num>
      <span aria-hidden className={cx('text-12 font-620', tone)} title={text}>
        <span className="sm:hidden">{sign}</span>
        <Num className="text-11 max-sm:hidden">{formats.own(result.resultStr, { signed: true, places: 0 })}</Num>
      </span>
    </>
  );
}
