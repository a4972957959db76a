import { CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react';
import { useLoaderData } from 'react-router';
import type { LoaderFunctionArgs } from 'react-router';
import type { PageContext } from '#protocol/pages/page-context.ts';
import type { StatusWire } from '#protocol/status/status.ts';
import { DEFAULT_LOCALE, isLocale } from '#web/i18n/locales.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Parts } from '#web/features/status/parts.tsx';
import { Outages } from '#web/features/status/outages.tsx';
import { took } from '#web/features/status/took.ts';
import { useFormats, useShell } from '#web/shell-context.ts';
import { pathOf } from '#web/site.ts';
import { cx } from '#web/ui/cx.ts';
import { PhoneFrame } from '#web/ui/frame/phone-frame.tsx';
import { SiteFrame } from '#web/ui/frame/site-frame.tsx';
import { Banner, EmptyState } from '#web/ui/states.tsx';
import { StatTiles } from '#web/ui/show/stat-tiles.tsx';

export const handle = { static: true };

export async function loader({ context, params }: LoaderFunctionArgs) {
  const locale = isLocale(params['locale']) ? params['locale'] : DEFAULT_LOCALE;
  const as = { realm: 'real', locale } as const;
  const { read }: PageContext = context;
  const [status, told] = await Promise.all([
    read('status.read', as, {}).catch(() => null),
    read('status.announcements', as, {}).catch(() => null),
  ]);
  return { status, planned: told?.items.filter(({ kind }) => kind !== 'paused') ?? [] };
}

/** Which parts of the product work, what was out, and how quick it is: as it was measured, good or bad. */
export default function StatusPage() {
  const { t } = useTranslation(['status', 'common']);
  const { status, planned } = useLoaderData<typeof loader>();
  const { locale } = useShell();
  return (
    <PhoneFrame>
      <SiteFrame>
        <h1 className="pt-5 text-26 font-620 tracking-[-.022em] md:pt-8">{t('title')}</h1>
        <p className="mt-1.5 max-w-[44em] text-15 text-mut text-pretty">{t('lead')}</p>
        <div className="mt-5 grid gap-4">
          {planned.map(({ id, title, text }) => (
            <Banner key={id} tone="warn" title={title}>
              {text}
            </Banner>
          ))}
          {status === null ? (
            <EmptyState
              className="card"
              icon={<CircleHelp aria-hidden />}
              title={t('failed.title')}
              text={t('failed.text')}
            />
          ) : (
            <Told status={status} />
          )}
        </div>
        <section className="mt-8 max-w-[44em]">
          <h2 className="mb-1.5 text-18 font-620 tracking-[-.012em]">{t('how.title')}</h2>
          <ul className="grid list-disc gap-1.5 ps-5 text-15 text-mut text-pretty">
            {(['look', 'short', 'pause', 'placing'] as const).map((what) => (
              <li key={what}>{t(`how.${what}`)}</li>
            ))}
          </ul>
          <nav aria-label={t('more')} className="mt-4 flex flex-wrap gap-x-5 text-15">
            {(['feeds', 'withdrawal-times', 'liabilities', 'support'] as const).map((id) => (
              <a
                key={id}
                href={pathOf(id, locale)}
                className="flex min-h-8 items-center rounded-chip text-brand-text underline underline-offset-4 pointer-coarse:min-h-11"
              >
                {t(`common:nav.${id}`)}
              </a>
            ))}
          </nav>
        </section>
      </SiteFrame>
    </PhoneFrame>
  );
}

function Told({ status }: { readonly status: StatusWire }) {
  return (
    <>
      <Overall status={status} />
      <Paused status={status} />
      <Figures status={status} />
      <Parts status={status} />
      <Outages status={status} />
    </>
  );
}

const LOOKS = {
  up: { icon: CircleCheck, className: 'bg-ok-soft text-ok' },
  down: { icon: TriangleAlert, className: 'bg-bad-soft text-bad' },
  unknown: { icon: CircleHelp, className: 'bg-s2 text-mut' },
} as const;

/** The answer to what most people come for. */
function Overall({ status: { parts, at } }: { readonly status: StatusWire }) {
  const { t } = useTranslation('status');
  const formats = useFormats();
  const down = parts.filter(({ state }) => state === 'down').length;
  const rest = parts.every(({ state }) => state === 'up') ? 'up' : 'unknown';
  const state = down > 0 ? 'down' : rest;
  const { icon: Icon, className } = LOOKS[state];
  return (
    <div className="card flex items-center gap-3.5 p-4 md:p-5">
      <span className={cx('grid size-11 shrink-0 place-items-center rounded-field', className)}>
        <Icon aria-hidden className="size-5.5" />
      </span>
      <div className="min-w-0">
        <p className="text-18 font-620">{t(`overall.${state}`, { count: down })}</p>
        <p className="text-13 text-mut">{t('checked', { time: formats.clock(Date.parse(at)) })}</p>
      </div>
    </div>
  );
}

function Paused({ status: { paused, at } }: { readonly status: StatusWire }) {
  const { t } = useTranslation('status');
  const formats = useFormats();
  return paused.map(({ product, until }) => (
    <Banner key={product} tone="warn" title={t(`paused.${product}`)}>
      {until === null
        ? t('paused.open')
        : t('paused.until', { time: formats.minute(Date.parse(until), Date.parse(at)) })}
    </Banner>
  ));
}

function Figures({ status: { placing, withdrawals, support } }: { readonly status: StatusWire }) {
  const { t } = useTranslation('status');
  const formats = useFormats();
  const { share } = withdrawals;
  const quick = share === null ? '–' : formats.percent(share, { places: share === 1 ? 0 : 1 });
  const placed = { count: placing.count, days: placing.days };
  return (
    <StatTiles
      items={[
        {
          id: 'placing',
          label: t('placing'),
          value: placing.p95Ms === null ? '–' : took(placing.p95Ms, formats),
          text: t('placing.of', placed),
        },
        {
          id: 'withdrawals',
          label: t('withdrawals'),
          value: quick,
          text: t('withdrawals.of', { count: withdrawals.count }),
        },
        {
          id: 'support',
          label: t('support'),
          value: support.halfMs === null ? '–' : took(support.halfMs, formats),
          text: t('support.of', { count: support.answered }),
        },
      ]}
    />
  );
}
