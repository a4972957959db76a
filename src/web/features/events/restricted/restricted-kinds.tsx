import type { EventWire } from '#protocol/events/events.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

/** Who may not trade an event, as its editors wrote it, in English. Nothing where nobody is named. */
export function RestrictedKinds({ event: { restricted } }: { readonly event: Pick<EventWire, 'restricted'> }) {
  const { t } = useTranslation('events');
  if (restricted === null) return null;
  return (
    <div className="grid gap-1.5" data-part="restricted">
      <p className="text-pretty">{t('restricted.text')}</p>
      <ul lang="en" dir="ltr" className="grid list-disc gap-0.5 ps-5 font-540">
        {restricted.kinds.map((kind) => (
          <li key={kind} className="[overflow-wrap:anywhere]">
            {kind}
          </li>
        ))}
      </ul>
    </div>
  );
}
