import { ChevronLeft, ChevronRight, Repeat } from 'lucide-react';
import type { EventWire } from '#protocol/events/events.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useEventLinks, type EventRealm } from '../event-links.ts';

const WAY =
  'inline-flex min-h-9 max-w-full items-center gap-1 rounded-chip font-540 text-brand-text hover:underline pointer-coarse:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0';

/** That the event is one of several that come again and again, and the ways to the one before and the one after it. */
export function SeriesLine({ series, realm }: { readonly series: EventWire['series']; readonly realm: EventRealm }) {
  const { t } = useTranslation('events');
  const links = useEventLinks(realm);
  if (series === null) return null;
  const { earlier, next } = series;
  return (
    <nav aria-label={t('series.label')} className="flex flex-wrap items-center gap-x-4 text-13">
      <span className="flex min-h-9 items-center gap-1.5 text-mut">
        <Repeat aria-hidden className="size-3.5 shrink-0" />
        {t('series.label')}
      </span>
      {earlier === null ? null : (
        <a href={links.event(earlier.slug)} rel="prev" title={earlier.title} className={WAY}>
          <ChevronLeft aria-hidden className="flip" />
          {t('series.earlier')}
        </a>
      )}
      {next === null ? null : (
        <a href={links.event(next.slug)} rel="next" title={next.title} className={WAY}>
          {t('series.next')}
          <ChevronRight aria-hidden className="flip" />
        </a>
      )}
    </nav>
  );
}
