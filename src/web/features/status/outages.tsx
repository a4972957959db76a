import { ShieldCheck } from 'lucide-react';
import { WATCHED_PARTS } from '#domain/status/watch.ts';
import type { OutageWire, StatusWire } from '#protocol/status/status.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { Chip, EmptyState } from '#web/ui/states.tsx';
import { took } from './took.ts';

/** What was out in the last 90 days, the newest first. */
export function Outages({ status: { outages, since } }: { readonly status: StatusWire }) {
  const { t } = useTranslation('status');
  const formats = useFormats();
  return (
    <section className="card overflow-hidden" aria-labelledby="outages">
      <h2 id="outages" className="px-4 pt-4 pb-3 text-16 font-620 md:px-5">
        {t('outages')}
      </h2>
      {outages.length > 0 ? (
        <ul>
          {outages.map((outage) => (
            <Outage key={`${outage.from} ${outage.to} ${outage.cause}`} outage={outage} />
          ))}
        </ul>
      ) : (
        <EmptyState
          className="border-t border-line md:px-5"
          icon={<ShieldCheck aria-hidden />}
          title={t('outages.none')}
          text={since === null ? undefined : t('outages.since', { date: formats.date(Date.parse(since)) })}
        />
      )}
    </section>
  );
}

function Outage({ outage: { from, to, cause, parts } }: { readonly outage: OutageWire }) {
  const { t } = useTranslation('status');
  const formats = useFormats();
  const begun = formats.dateTime(Date.parse(from));
  const when =
    to === null
      ? t('outage.lasts', { from: begun })
      : t('outage.took', { from: begun, span: took(Date.parse(to) - Date.parse(from), formats) });
  return (
    <li className="grid gap-1.5 border-t border-line px-4 py-3.5 md:px-5">
      <div className="flex flex-wrap items-center gap-1.5">
        {cause === 'away' && parts.length === WATCHED_PARTS.length ? (
          <Chip tone={to === null ? 'bad' : 'plain'}>{t('outage.away')}</Chip>
        ) : (
          parts.map((part) => (
            <Chip key={part} tone={to === null ? 'bad' : 'plain'}>
              {t(`part.${part}`)}
            </Chip>
          ))
        )}
      </div>
      <p className="text-13 text-mut">{when}</p>
    </li>
  );
}
