import { useEffect } from 'react';
import { useClient } from '#web/api/session.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { askEventName, useEventNames } from './event-names.ts';

/** What a row is about, where that is an event: its title, and the event's where that has several markets, which lead to its page. */
export function EventLink({ marketId, realm }: { readonly marketId: string; readonly realm: 'real' | 'demo' }) {
  const { t } = useTranslation('common');
  const { config, locale } = useShell();
  const client = useClient();
  const name = useEventNames().get(marketId);
  useEffect(() => askEventName(client, marketId), [client, marketId]);
  if (name === undefined) return <bdi className="font-540">{t('nav.event')}</bdi>;
  const page = realm === 'demo' ? 'event-demo' : 'event';
  return (
    <a
      href={link(config, 'events', pathOf(page, locale, { slug: name.slug }))}
      className="inline-flex min-h-6 flex-col justify-center font-540 text-pretty hover:underline"
    >
      <bdi>{name.title}</bdi>
      {name.asked === null ? null : <bdi className="text-12 font-450 text-mut">{name.asked}</bdi>}
    </a>
  );
}
