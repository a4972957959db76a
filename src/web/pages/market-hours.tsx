import { Bitcoin, Building2, CircleDot, Euro, Gem, Moon } from 'lucide-react';
import { useContext } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLoaderData } from 'react-router';
import { PAIR_GROUPS, type PairGroup } from '#domain/prices/pair.ts';
import { Num } from '#web/ui/num.tsx';
import { WEEK_MS, changedDays, openSpans, weekStart, type ChangedDay, type Span } from '../features/hours/week.ts';
import { dayWords } from '../i18n/format.ts';
import { LOCALE_FACTS } from '../i18n/locales.ts';
import { NonceContext } from '../nonce.ts';
import { useShell } from '../shell-context.ts';
import { PhoneFrame } from '../ui/frame/phone-frame.tsx';
import { SiteFrame } from '../ui/frame/site-frame.tsx';
import { Chip } from '../ui/states.tsx';
import { Table, Td, Th } from '../ui/table.tsx';
import script from './market-hours.inline.js?raw';
import { DAY_MS } from '#domain/time.ts';

export const handle = { static: true };

/** Around both weeks shown, for viewers ahead of UTC and behind it, and for the next opening. */
const MARGIN_MS = 5 * DAY_MS;
const CHANGES = 8;

export function loader() {
  const now = Date.now();
  const from = weekStart(now);
  const spans = (group: PairGroup) => openSpans(group, from - MARGIN_MS, from + 2 * WEEK_MS + MARGIN_MS);
  return {
    now,
    from,
    groups: PAIR_GROUPS.map((group) => ({ group, spans: spans(group) })),
    changes: changedDays(now, CHANGES),
  };
}

/** Comments and indentation stay in the repository. */
const SMALL = script
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line !== '' && !line.startsWith('//'))
  .join('\n');

const ICONS: Readonly<Record<PairGroup, ReactNode>> = {
  crypto: <Bitcoin aria-hidden />,
  forex: <Euro aria-hidden />,
  stocks: <Building2 aria-hidden />,
  comms: <Gem aria-hidden />,
};
const ROW =
  'grid gap-x-6 gap-y-3 px-4 md:grid-cols-[13.75rem_minmax(0,1fr)_11.25rem] md:items-center md:px-6 max-lg:md:grid-cols-[11.25rem_minmax(0,1fr)_8.75rem]';
const PRESS =
  'min-h-8 rounded-[7px] px-3 text-13 font-540 text-mut hover:text-text aria-pressed:bg-s3 aria-pressed:text-text pointer-coarse:min-h-11';

/** The week of every market in the viewer's zone or UTC, with what is open now. Rendered in UTC; a small script moves it to the viewer. */
export default function MarketHours() {
  const { t } = useTranslation('hours');
  const { locale } = useShell();
  const nonce = useContext(NonceContext);
  const { groups, changes, from, now } = useLoaderData<typeof loader>();
  return (
    <PhoneFrame>
      <SiteFrame>
        <div data-hours="" data-tag={LOCALE_FACTS[locale].tag}>
          <Head />
          <section className="card mt-5 overflow-hidden pb-5">
            <WeekHead from={from} />
            {groups.map((row) => (
              <GroupRow key={row.group} {...row} from={from} now={now} />
            ))}
            <Key />
          </section>
          <div className="mt-4 grid gap-4 lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)]">
            <Changes changes={changes} />
            <section className="card p-5 md:p-6">
              <h2 className="text-16 font-620">{t('know.title')}</h2>
              <ul className="mt-3 grid list-disc gap-2 ps-5 text-14 text-mut">
                <li>{t('know.close')}</li>
                <li>{t('know.clock')}</li>
                <li>{t('know.prices')}</li>
                <li>{t('know.recorded')}</li>
              </ul>
            </section>
          </div>
          <script type="module" nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: SMALL }} />
        </div>
      </SiteFrame>
    </PhoneFrame>
  );
}

function Head() {
  const { t } = useTranslation('hours');
  const press = ([name, value]: readonly ['zone' | 'week', string], label: string, on: boolean) => (
    <button type="button" {...{ [`data-${name}`]: value }} aria-pressed={on} className={PRESS}>
      {label}
    </button>
  );
  return (
    <div className="flex flex-wrap items-end justify-between gap-3 pt-5 md:pt-8">
      <div>
        <h1 className="text-26 font-620 tracking-[-.022em]">{t('title')}</h1>
        <p
          className="mt-1 text-mut"
          data-lead=""
          data-utc={t('lead.utc')}
          data-local={t('lead.local', { zone: 'ZONE' })}
        >
          {t('lead.utc')}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <fieldset aria-label={t('zone.label')} className="flex min-w-0 rounded-btn bg-s2 p-[3px]">
          {press(['zone', 'local'], t('zone.local'), false)}
          {press(['zone', 'utc'], 'UTC', true)}
        </fieldset>
        <fieldset aria-label={t('week.label')} className="flex min-w-0 rounded-btn bg-s2 p-[3px]">
          {press(['week', '0'], t('week.this'), true)}
          {press(['week', '1'], t('week.next'), false)}
        </fieldset>
      </div>
    </div>
  );
}

function useDayFormat() {
  const { locale } = useShell();
  return new Intl.DateTimeFormat(LOCALE_FACTS[locale].tag, { weekday: 'short', day: 'numeric', timeZone: 'UTC' });
}

const partOf = (format: Intl.DateTimeFormat, type: 'weekday' | 'day', time: number) =>
  format.formatToParts(time).find((part) => part.type === type)?.value;

/** Weekday and day in one line; on phones, where a day has 40 px, one above the other. */
function WeekHead({ from }: { readonly from: number }) {
  const { t } = useTranslation('hours');
  const format = useDayFormat();
  return (
    <div className={`${ROW} pt-3.5 pb-1.5 text-12 text-mut`}>
      <span className="max-md:hidden">{t('col.market')}</span>
      <div dir="ltr" className="grid grid-cols-7 text-center max-sm:text-11">
        {Array.from({ length: 7 }, (_one, index) => (
          <span key={index} data-day="" className="data-[today]:font-620 data-[today]:text-text">
            <span className="block truncate max-sm:hidden">{format.format(from + index * DAY_MS)}</span>
            <span className="block sm:hidden">{partOf(format, 'weekday', from + index * DAY_MS)}</span>
            <span className="block sm:hidden">{partOf(format, 'day', from + index * DAY_MS)}</span>
          </span>
        ))}
      </div>
      <span className="max-md:hidden">{t('col.now')}</span>
    </div>
  );
}

interface GroupProps {
  readonly group: PairGroup;
  readonly spans: readonly Span[];
  readonly from: number;
  readonly now: number;
}

function GroupRow({ group, spans, from, now }: GroupProps) {
  const { t } = useTranslation('hours');
  const open = spans.some((span) => span[0] <= now && span[1] > now);
  const always = group === 'crypto';
  const at = (time: number) => ((Math.min(from + WEEK_MS, Math.max(from, time)) - from) / WEEK_MS) * 100;
  const shown = spans.filter((span) => span[1] > from && span[0] < from + WEEK_MS);
  return (
    <div
      className={`${ROW} border-t border-line py-4`}
      data-spans={JSON.stringify(spans)}
      {...(always ? { 'data-always': '1' } : {})}
    >
      <div className="flex items-center gap-3.5">
        <span className="grid size-10 shrink-0 place-items-center rounded-field bg-s2 text-brand-text [&_svg]:size-5">
          {ICONS[group]}
        </span>
        <span className="min-w-0">
          <b className="block text-15 font-620">{t(`group.${group}`)}</b>
          <span className="block text-12 text-mut">{t(`rule.${group}`)}</span>
        </span>
      </div>
      <div dir="ltr" className="relative">
        <div
          data-bars=""
          aria-hidden
          className="relative h-9 overflow-hidden rounded-[9px] bg-[repeating-linear-gradient(135deg,var(--color-s3)_0_5px,transparent_5px_10px)] [&>i]:absolute [&>i]:inset-y-0 [&>i]:rounded-[5px] [&>i]:bg-ok/60"
        >
          {shown.map((span) => (
            <i
              key={span[0]}
              style={{ insetInlineStart: `${at(span[0])}%`, inlineSize: `${at(span[1]) - at(span[0])}%` }}
            />
          ))}
        </div>
        <div aria-hidden className="pointer-events-none absolute inset-0 grid grid-cols-7">
          {Array.from({ length: 7 }, (_one, index) => (
            <span key={index} className="border-e border-bg/70 last:border-e-0" />
          ))}
        </div>
        <i
          aria-hidden
          data-now=""
          className="absolute -inset-y-1 w-0.5 rounded-pill bg-text"
          style={{ insetInlineStart: `${at(now)}%` }}
        />
      </div>
      <div className="flex items-center gap-3 md:block">
        <span data-open="" hidden={!open}>
          <Chip tone="ok" icon={<CircleDot aria-hidden />}>
            {t('state.open')}
          </Chip>
        </span>
        <span data-closed="" hidden={open}>
          <Chip icon={<Moon aria-hidden />}>{t('state.closed')}</Chip>
        </span>
        <span
          data-left=""
          data-opens={t('state.opens_in', { time: 'TIME' })}
          data-closes={t('state.closes_in', { time: 'TIME' })}
          className="block text-13 text-mut tabular-nums md:mt-1"
        >
          {always ? t('never') : ''}
        </span>
      </div>
    </div>
  );
}

function Key() {
  const { t } = useTranslation('hours');
  const mark = (className: string, word: string) => (
    <span className="flex items-center gap-1.5">
      <i aria-hidden className={className} />
      {word}
    </span>
  );
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 pt-4 text-12 text-mut md:px-6">
      {mark('h-2.5 w-4.5 rounded-[3px] bg-ok/60', t('key.open'))}
      {mark(
        'h-2.5 w-4.5 rounded-[3px] bg-[repeating-linear-gradient(135deg,var(--color-line2)_0_3px,transparent_3px_6px)]',
        t('key.closed'),
      )}
      {mark('h-3.5 w-0.5 bg-text', t('key.now'))}
      <span className="ms-auto max-md:ms-0">{t('pauses')}</span>
    </div>
  );
}

function Changes({ changes }: { readonly changes: readonly ChangedDay[] }) {
  const { t } = useTranslation('hours');
  const { locale } = useShell();
  const { tag } = LOCALE_FACTS[locale];
  const date = dayWords(tag, 'UTC');
  const clock = new Intl.DateTimeFormat(tag, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' });
  return (
    <section className="card overflow-hidden pb-2">
      <h2 className="px-4 pt-4 pb-1 text-16 font-620">{t('holidays.title')}</h2>
      <Table
        plain
        caption={t('holidays.title')}
        head={
          <tr>
            <Th>{t('holidays.date')}</Th>
            <Th>{t('col.market')}</Th>
            <Th>{t('holidays.what')}</Th>
            <Th end>{t('holidays.time')}</Th>
          </tr>
        }
      >
        {changes.map((one) => (
          <tr key={`${one.at} ${one.group}`}>
            <Td className="font-540">
              <span data-date={one.at}>{date(one.at)}</span>
            </Td>
            <Td className="whitespace-normal! text-mut">{t(`group.${one.group}`)}</Td>
            <Td className="whitespace-normal!">{one.closesAt === null ? t('holidays.closed') : t('holidays.early')}</Td>
            <Td end>
              {one.closesAt === null ? '–' : <Num data-time={one.closesAt}>{clock.format(one.closesAt)}</Num>}
            </Td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
