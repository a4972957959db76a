import type { EventCard } from '#protocol/events/events.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { Num } from '#web/ui/num.tsx';
import { chanceText, leaderOf } from './chance-text.ts';
import { volumeOf } from './event-card.tsx';
import { useEventLinks, type EventRealm } from './event-links.ts';

/** Other events of the category that take orders. */
export function Related({ events, realm }: { readonly events: readonly EventCard[]; readonly realm: EventRealm }) {
  const { t } = useTranslation('events');
  const formats = useFormats();
  const links = useEventLinks(realm);
  if (events.length === 0) return null;
  return (
    <section aria-labelledby="related-title" className="card p-4">
      <h2 id="related-title" className="mb-1 text-14 font-620">
        {t('related.title')}
      </h2>
      <ul>
        {events.map((event) => {
          const leader = leaderOf(event);
          const chance = (leader ?? (event.markets.length === 1 ? event.markets[0] : undefined))?.prices.chance ?? null;
          return (
            <li key={event.id} className="py-3 not-first:border-t not-first:border-line">
              <a href={links.event(event.slug)} className="flex min-h-6 gap-3 rounded-chip hover:text-brand-text">
                <span className="min-w-0 flex-1">
                  <bdi lang={event.language} className="block text-13 font-540 text-pretty">
                    {event.title}
                  </bdi>
                  <span className="text-12 text-mut">
                    {t('card.traded', { shares: formats.number(volumeOf(event), 0) })}
                  </span>
                </span>
                {chance === null ? null : (
                  <span className="max-w-1/3 text-end">
                    <Num as="b" className="text-16 font-620">
                      {chanceText(formats, chance)}
                    </Num>
                    {leader === null ? null : (
                      <bdi lang={event.language} className="block text-12 text-mut [overflow-wrap:anywhere]">
                        {leader.title}
                      </bdi>
                    )}
                  </span>
                )}
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
