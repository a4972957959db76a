import { useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';

export type EventRealm = 'real' | 'demo';

/** Addresses of the pages of events in a realm. */
export function useEventLinks(realm: EventRealm): {
  readonly list: (realm?: EventRealm) => string;
  readonly event: (slug: string, realm?: EventRealm) => string;
} {
  const { config, locale } = useShell();
  return {
    list: (of = realm) => link(config, 'events', pathOf(of === 'demo' ? 'events-demo' : 'events', locale)),
    event: (slug, of = realm) =>
      link(config, 'events', pathOf(of === 'demo' ? 'event-demo' : 'event', locale, { slug })),
  };
}
