import { Check, CircleHelp, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { StatusWire, WatchedPartWire } from '#protocol/status/status.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { cx } from '#web/ui/cx.ts';
import { Chip, type ChipTone } from '#web/ui/states.tsx';
import { uptime } from './took.ts';

const STATES: Readonly<Record<WatchedPartWire['state'], { readonly tone: ChipTone; readonly icon: ReactNode }>> = {
  up: { tone: 'ok', icon: <Check aria-hidden /> },
  down: { tone: 'bad', icon: <X aria-hidden /> },
  unknown: { tone: 'plain', icon: <CircleHelp aria-hidden /> },
};

/** Each part with its state, its uptime, and a bar for each of the last 90 days. */
export function Parts({ status: { parts, since } }: { readonly status: StatusWire }) {
  const { t } = useTranslation('status');
  return (
    <section className="card overflow-hidden" aria-labelledby="parts">
      <h2 id="parts" className="px-4 pt-4 pb-3 text-16 font-620 md:px-5">
        {t('parts')}
      </h2>
      <ul>
        {parts.map((part) => (
          <Part key={part.id} part={part} since={since} />
        ))}
      </ul>
    </section>
  );
}

function Part({ part, since }: { readonly part: WatchedPartWire; readonly since: string | null }) {
  const { t } = useTranslation('status');
  const formats = useFormats();
  const { tone, icon } = STATES[part.state];
  const { quarter } = part.uptime;
  const worked =
    quarter === null || since === null
      ? t('uptime.none')
      : t('uptime', { percent: uptime(quarter, formats), date: formats.date(firstDay(part, since)) });
  return (
    <li className="border-t border-line px-4 py-3.5 md:px-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="text-15 font-540">{t(`part.${part.id}`)}</h3>
        <Chip tone={tone} icon={icon}>
          {t(`state.${part.state}`)}
        </Chip>
      </div>
      <Days part={part} />
      <p className="mt-1.5 text-13 text-mut">{worked}</p>
    </li>
  );
}

/** When the 90 days begin, or the watch where that is later, ms. */
function firstDay({ days }: WatchedPartWire, since: string): number {
  return Math.max(Date.parse(since), Date.parse(days[0]?.day ?? since));
}

/** So many of the days have room on a phone. */
const ON_PHONES = 30;
/** A day with less than this was a bad one. */
const GOOD = 0.99;

/** What the colour says is said by the height too. */
function lookOf(share: number | null): string {
  if (share === null) return 'h-1/4 bg-s3';
  if (share === 1) return 'h-full bg-ok';
  return share >= GOOD ? 'h-3/4 bg-warn' : 'h-1/2 bg-bad';
}

/** For eyes alone: what they add up to stands below. */
function Days({ part: { days } }: { readonly part: WatchedPartWire }) {
  const { t } = useTranslation('status');
  const formats = useFormats();
  return (
    <div aria-hidden className="mt-2.5 flex h-8 items-end gap-px md:gap-0.5">
      {days.map(({ day, share }, at) => (
        <span
          key={day}
          title={t('day', {
            date: formats.date(Date.parse(day)),
            percent: share === null ? '–' : uptime(share, formats),
          })}
          className={cx('min-w-0 flex-1 rounded-[2px]', lookOf(share), at < days.length - ON_PHONES && 'max-md:hidden')}
        />
      ))}
    </div>
  );
}
