import { CircleHelp, Scale } from 'lucide-react';
import { useLoaderData } from 'react-router';
import type { LoaderFunctionArgs } from 'react-router';
import type { PageContext } from '#protocol/pages/page-context.ts';
import { QueriesProvider } from '#web/api/queries.tsx';
import { SessionProvider } from '#web/api/session.tsx';
import { OwnCheck } from '#web/features/liabilities/own-check.tsx';
import { Published, type Snapshot } from '#web/features/liabilities/published.tsx';
import { DEFAULT_LOCALE, isLocale } from '#web/i18n/locales.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { cx } from '#web/ui/cx.ts';
import { PhoneFrame } from '#web/ui/frame/phone-frame.tsx';
import { SiteFrame } from '#web/ui/frame/site-frame.tsx';
import { EmptyState } from '#web/ui/states.tsx';

/** none: nothing is published yet; failed: nobody can say now. */
type Newest = Snapshot | 'none' | 'failed';

export async function loader({ context, params }: LoaderFunctionArgs): Promise<{ readonly newest: Newest }> {
  const locale = isLocale(params['locale']) ? params['locale'] : DEFAULT_LOCALE;
  const { read }: PageContext = context;
  const answer = await read('liabilities.list', { realm: 'real', locale }, {}).catch(() => null);
  return { newest: answer === null ? 'failed' : (answer.items[0] ?? 'none') };
}

/** What people are owed in all, and for each of them the proof that they are counted. */
export default function LiabilitiesPage() {
  const { t } = useTranslation('liabilities');
  const { newest } = useLoaderData<typeof loader>();
  return (
    <SessionProvider>
      <QueriesProvider>
        <PhoneFrame>
          <SiteFrame>
            <h1 className="pt-5 text-26 font-620 tracking-[-.022em] md:pt-8">{t('title')}</h1>
            <p className="mt-1.5 max-w-[44em] text-15 text-mut text-pretty">{t('lead')}</p>
            <div className="mt-5 grid items-start gap-4 lg:grid-cols-2 lg:gap-5">
              <Newest newest={newest} />
              {newest === 'none' ? null : <OwnCheck />}
            </div>
            <Meaning />
          </SiteFrame>
        </PhoneFrame>
      </QueriesProvider>
    </SessionProvider>
  );
}

function Newest({ newest }: { readonly newest: Newest }) {
  const { t } = useTranslation('liabilities');
  if (newest === 'none' || newest === 'failed') {
    return (
      <EmptyState
        className={cx('card', newest === 'none' && 'lg:col-span-2')}
        icon={newest === 'none' ? <Scale aria-hidden /> : <CircleHelp aria-hidden />}
        title={t(`${newest}.title`)}
        text={t(`${newest}.text`)}
      />
    );
  }
  return <Published snapshot={newest} />;
}

function Meaning() {
  const { t } = useTranslation('liabilities');
  return (
    <div className="mt-8 grid gap-x-4 gap-y-6 md:grid-cols-2 lg:gap-x-5">
      {(['shows', 'hides'] as const).map((part) => (
        <section key={part} className="max-w-[44em]">
          <h2 className="mb-1.5 text-18 font-620 tracking-[-.012em]">{t(`${part}.title`)}</h2>
          <ul className="grid list-disc gap-1.5 ps-5 text-15 text-mut text-pretty">
            {(['one', 'two', 'three'] as const).map((which) => (
              <li key={which}>{t(`${part}.${which}`)}</li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
