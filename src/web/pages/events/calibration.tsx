import { CircleAlert, Scale } from 'lucide-react';
import { useLoaderData } from 'react-router';
import type { LoaderFunctionArgs } from 'react-router';
import type { PageContext } from '#protocol/pages/page-context.ts';
import { CalibrationTable } from '#web/features/events/calibration/calibration-table.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats, useShell } from '#web/shell-context.ts';
import { pathOf } from '#web/site.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { SiteFrame } from '#web/ui/frame/site-frame.tsx';
import { StatTiles } from '#web/ui/show/stat-tiles.tsx';
import { Banner, EmptyState } from '#web/ui/states.tsx';

export const handle = { static: true };

/** The same for everybody: it is of real money. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { read }: PageContext = context;
  const as = { realm: 'real', locale: params['locale'] ?? 'en' } as const;
  return { found: await read('calibration.read', as, {}).catch(() => null) };
}

/** How often what markets of events said came true. */
export default function CalibrationPage() {
  const { t } = useTranslation(['calibration', 'common', 'events']);
  const { found } = useLoaderData<typeof loader>();
  const { locale } = useShell();
  return (
    <SiteFrame>
      <article className="grid grid-cols-[minmax(0,1fr)] gap-5 pt-5 pb-6 md:pt-8">
        <header className="grid gap-2">
          <h1 className="text-26 font-620 tracking-[-.022em] text-balance md:text-38 md:tracking-[-.03em]">
            {t('title')}
          </h1>
          <p className="max-w-[44em] text-15 text-mut text-pretty">{t('lead')}</p>
        </header>
        {found === null ? (
          <EmptyState
            className="card"
            icon={<CircleAlert aria-hidden />}
            title={t('events:failed.title')}
            text={t('events:failed.text')}
            action={
              <a className={buttonClass()} href={pathOf('calibration', locale)}>
                {t('common:btn.retry')}
              </a>
            }
          />
        ) : found.markets === 0 ? (
          <EmptyState
            className="card"
            icon={<Scale aria-hidden />}
            title={t('empty.title')}
            text={t('empty.text')}
            action={
              <a className={buttonClass()} href={pathOf('events', locale)}>
                {t('common:nav.events')}
              </a>
            }
          />
        ) : (
          <Numbers />
        )}
      </article>
    </SiteFrame>
  );
}

function Numbers() {
  const { t } = useTranslation('calibration');
  const formats = useFormats();
  const { found } = useLoaderData<typeof loader>();
  if (found === null) return null;
  const { markets, samples, brier, bins } = found;
  return (
    <>
      {samples === 0 ? null : <Banner tone="info">{t('samples', { count: samples })}</Banner>}
      {markets < 50 ? <Banner tone="warn">{t('few', { count: markets })}</Banner> : null}
      <StatTiles
        items={[
          { id: 'markets', label: t('markets'), value: formats.number(markets, 0) },
          {
            id: 'brier',
            label: t('brier'),
            value: brier === null ? '–' : formats.number(brier, 3),
            text: t('brier.text'),
          },
        ]}
      />
      <section aria-labelledby="bins-title" className="card overflow-hidden p-4 md:p-5">
        <h2 id="bins-title" className="text-16 font-620">
          {t('bins.title')}
        </h2>
        <p className="mt-1 max-w-[44em] text-13 text-mut text-pretty">{t('bins.text')}</p>
        <CalibrationTable bins={bins} />
      </section>
      <section aria-labelledby="how-title" className="grid max-w-[44em] gap-2 text-14 text-pretty">
        <h2 id="how-title" className="text-16 font-620">
          {t('how.title')}
        </h2>
        <p>{t('how.when')}</p>
        <p>{t('how.range')}</p>
        <p>{t('how.brier')}</p>
      </section>
    </>
  );
}
