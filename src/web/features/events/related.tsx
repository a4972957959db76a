import type { EventCard } from '#protocol/events/events.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { Num } from '#web/ui/num.tsx';
import { chanceText } from './chance-text.ts';
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
          const [only, ...others] = event.markets;
          const chance = others.length === 0 ? (only?.prices.chance ?? null) : null;
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
                  <Num as="b" className="text-16 font-620">
                    {chanceText(formats, chance)}
                  </Num>
                )}
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
