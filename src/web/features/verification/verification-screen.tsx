import { Smartphone } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import type { Profile } from '#web/api/profile.ts';
import { fetchCode } from '#web/fetch-code.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadProblem } from '#web/ui/call/load-problem.tsx';
import { useCall } from '#web/ui/call/use-call.ts';
import { Moment } from '#web/ui/moment.tsx';
import { Panel, PanelRow } from '#web/ui/panel.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { DocumentPanel } from './document-panel.tsx';
import { EmailStep } from './email-step.tsx';
import { NameStep } from './name-step.tsx';
import { onceEach } from './once-each.ts';
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
  const { documents: views, tiers } = documents.data;
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
        {view === undefined ? null : <DocumentPanel key={view.document} view={view} end={<PhoneButton />} />}
      </div>
      <div className="grid min-w-0 content-start gap-4 lg:max-xl:col-span-2">
        <OpensPanel steps={steps} tiers={tiers} />
        <IfNoPanel />
        <Views />
      </div>
    </div>
  );
}

/** The same page on the person's phone, where the camera is. */
function PhoneButton() {
  const { t } = useTranslation('verification');
  const { config, locale } = useShell();
  const [code, setCode] = useState<string | null>(null);
  const call = useCall({ toast: 'verification-phone' });
  const open = () =>
    call.run(async () => {
      const { toDataURL } = await fetchCode(() => import('qrcode'));
      const path = link(config, 'dashboard', pathOf('verification', locale));
      setCode(await toDataURL(new URL(path, location.href).href, { margin: 2, width: 440 }));
    });
  return (
    <>
      <Button variant="outline" size="sm" className="pointer-coarse:hidden" onClick={() => void open()}>
        <Smartphone aria-hidden className="size-4" />
        {t('phone.action')}
      </Button>
      <Sheet
        open={code !== null}
        onOpenChange={() => setCode(null)}
        title={t('phone.action')}
        description={t('phone.text')}
      >
        {code === null ? null : (
          <img src={code} alt={t('phone.action')} className="mx-auto size-56 rounded-field bg-white" />
        )}
      </Sheet>
    </>
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
