import { ArrowLeft, Clock, Layers } from 'lucide-react';
import type { EventWire } from '#protocol/events/events.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { Banner, Chip } from '#web/ui/states.tsx';
import { AlertButton, HEAD_ACT } from './alerts/alert-button.tsx';
import { EmbedButton } from './embed/embed-button.tsx';
import { volumeOf } from './event-card.tsx';
import { CATEGORY_ICONS, StateChip } from './event-icons.tsx';
import { closeOf } from './market-steps.ts';
import { SeriesLine } from './series/series-line.tsx';
import { WatchStar } from './watch/watch-star.tsx';
import { useEventLinks, type EventRealm } from './event-links.ts';

interface HeadProps {
  readonly event: EventWire;
  readonly realm: EventRealm;
  readonly now: number;
}

const TRADED: ReadonlySet<EventWire['markets'][number]['state']> = new Set(['OPEN', 'PAUSED']);

/** What is asked, where it stands, until when, and how much was traded. */
export function EventHead({ event, realm, now }: HeadProps) {
  const { t } = useTranslation('events');
  const formats = useFormats();
  const links = useEventLinks(realm);
  const [first] = event.markets;
  const other = realm === 'demo' ? 'real' : 'demo';
  const closes = Math.max(...event.markets.map(closeOf));
  return (
    <header className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="flex flex-wrap items-center justify-between gap-x-4 text-13">
        <a
          href={links.list()}
          className="inline-flex min-h-9 items-center gap-1.5 rounded-chip font-540 text-mut hover:text-text pointer-coarse:min-h-11"
        >
          <ArrowLeft aria-hidden className="flip size-4" />
          {t('back')}
        </a>
        <a
          href={links.event(event.slug, other)}
          className="inline-flex min-h-9 items-center rounded-chip font-540 text-brand-text hover:underline pointer-coarse:min-h-11"
        >
          {t(`realm.to_${other}`)}
        </a>
      </p>
      <div className="flex items-start gap-4">
        <span className="grid size-12 shrink-0 place-items-center rounded-field bg-s2 text-brand-text tiny:hidden md:size-16 [&_svg]:size-6 md:[&_svg]:size-7">
          {CATEGORY_ICONS[event.category]}
        </span>
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-2 text-13">
            <span className="font-540 text-brand-text">{t(`cat.${event.category}`)}</span>
            {first === undefined ? null : <StateChip state={first.state} />}
            {event.isSample ? <Chip>{t('sample')}</Chip> : null}
          </p>
          <h1
            lang={event.language}
            className="mt-1 text-24 font-620 tracking-[-.02em] text-balance [overflow-wrap:anywhere] md:text-26"
          >
            <bdi>{event.title}</bdi>
          </h1>
          <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-13 text-mut [&_svg]:size-3.5 [&_svg]:shrink-0">
            <span className="flex items-center gap-1.5">
              <Clock aria-hidden />
              {closes > now && event.markets.some(({ state }) => TRADED.has(state))
                ? t('head.closes', { time: formats.deadline(closes) })
                : t('card.closed', { time: formats.deadline(closes) })}
            </span>
            <span className="flex items-center gap-1.5">
              <Layers aria-hidden />
              {t('card.traded', { shares: formats.number(volumeOf(event), 0) })}
            </span>
            <span className="-ms-2.5 flex flex-wrap items-center max-md:-me-11">
              <AlertButton event={event} realm={realm} />
              {realm === 'real' ? <EmbedButton event={event} className={HEAD_ACT} /> : null}
            </span>
          </p>
        </div>
        <WatchStar
          event={event}
          back={links.event(event.slug, 'real')}
          className="-me-2 md:size-10 md:[&_svg]:size-5"
        />
      </div>
      {first?.state === 'PAUSED' ? <Banner tone="warn">{t('state.paused_text')}</Banner> : null}
      {event.summary === '' ? null : (
        <p lang={event.language} className="max-w-[60em] text-14 text-pretty text-mut">
          <bdi>{event.summary}</bdi>
        </p>
      )}
      <SeriesLine series={event.series} realm={realm} />
    </header>
  );
}
