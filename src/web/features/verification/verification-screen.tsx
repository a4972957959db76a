import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import type { Profile } from '#web/api/profile.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { LoadProblem } from '#web/ui/call/load-problem.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { Panel, PanelRow } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { DocumentPanel } from './document-panel.tsx';
import { EmailStep } from './email-step.tsx';
import { NameStep } from './name-step.tsx';
import { onceEach } from './once-each.ts';
import { PhoneButton } from './phone-button.tsx';
import { IfNoPanel, OpensPanel } from './opens-panel.tsx';
import { StepBars, StepRail } from './step-rail.tsx';
import { nextOf, stepsOf } from './steps.ts';
import { useDocuments, useViews } from '#web/documents/use-documents.ts';

/** The steps, the one that is open, what each opens, and who looked at the documents. */
export function VerificationScreen({ profile, resend }: { readonly profile: Profile; readonly resend: ReactNode }) {
  const documents = useDocuments({ watch: true });
  const { hash } = useLocation();
  if (documents.data === undefined) {
    return documents.error === null ? (
      <Skeleton className="h-72 w-full" />
    ) : (
      <LoadProblem error={documents.error} onRetry={() => void documents.refetch()} />
    );
  }
  const { documents: views, tiers, phone } = documents.data;
  const steps = stepsOf(profile.verifications, views);
  const current = steps.find(({ id }) => `#${id}` === hash)?.id ?? nextOf(steps, views);
  const look = steps.find(({ id }) => id === current)?.look ?? 'NONE';
  const view = views.find(({ document }) => document === current);
  return (
    <div className="grid gap-4 lg:grid-cols-[13.125rem_minmax(0,1fr)] xl:grid-cols-[13.125rem_minmax(0,1fr)_15.625rem]">
      <StepRail steps={steps} current={current} />
      <StepBars steps={steps} current={current} />
      <div className="grid min-w-0 content-start gap-4">
        {current === 'email' ? <EmailStep profile={profile} resend={resend} /> : null}
        {current === 'name' ? <NameStep profile={profile} look={look} /> : null}
        {view === undefined ? null : (
          <DocumentPanel key={view.document} view={view} end={<PhoneButton phone={phone} />} />
        )}
      </div>
      <div className="grid min-w-0 content-start gap-4 lg:max-xl:col-span-2">
        <OpensPanel steps={steps} tiers={tiers} />
        <IfNoPanel />
        <Views />
      </div>
    </div>
  );
}

function Views() {
  const { t } = useTranslation('verification');
  const { data } = useViews();
  return (
    <Panel
      title={t('views.title')}
      text={data?.items.length === 0 ? t('views.none') : t('views.text')}
      className={data?.items.length === 0 ? 'pb-1.5' : ''}
    >
      {onceEach(data?.items ?? [])
        .slice(0, 20)
        .map(({ document, officer, what, at }) => (
          <PanelRow
            key={`${at} ${document} ${officer} ${what}`}
            title={t(`views.${what}`, { officer })}
            text={t(`doc.${document}`)}
            end={<Moment at={Date.parse(at)} className="text-13 text-mut" />}
          />
        ))}
    </Panel>
  );
}
