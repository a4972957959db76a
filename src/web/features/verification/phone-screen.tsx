import { useMemo, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { createClient } from '#web/api/client.ts';
import { QueriesProvider } from '#web/api/queries.tsx';
import { LoadProblem } from '#web/ui/call/load-problem.tsx';
import { HandedOver, type DocumentsSender } from '#web/documents/sender.ts';
import { useDocuments } from '#web/documents/use-documents.ts';
import { LOCALE_FACTS } from '#web/i18n/locales.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useShell } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { ProblemBox } from '#web/ui/call/problem-box.tsx';
import { useCall } from '#web/ui/call/use-call.ts';
import { Banner, Skeleton } from '#web/ui/states.tsx';
import { DocumentPanel } from './document-panel.tsx';
import { StepBars } from './step-rail.tsx';
import { lookOf, nextOf } from './steps.ts';

/** Kept in this tab alone: a page that is loaded again goes on. */
const KEPT = 'tikvo.handOver';
const LINK = /^#[\w-]{43}$/;

/** Nothing tells of a change: what is read stands until the page itself changes it. */
const never = () => () => undefined;

/** Documents of a person on their phone, where nobody is signed in: the link in the address opens the sending, once. */
export function PhoneScreen() {
  const { t } = useTranslation('verification');
  const { config, locale } = useShell();
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const call = useCall();
  const kept = useSyncExternalStore(
    never,
    () => sessionStorage.getItem(KEPT),
    () => null,
  );
  const [opened, setOpened] = useState<string | null>(null);
  const grant = opened ?? kept;
  // A server sees neither the link nor what the tab keeps.
  const isHere = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const host = config.apiHost === config.origins.main ? '' : config.apiHost;
  const language = LOCALE_FACTS[locale].lang;
  const sender = useMemo<DocumentsSender>(
    () => ({
      client: createClient({ host, language, token: () => grant, renew: () => Promise.resolve(null) }),
      host,
      headers: () => ({ authorization: `Bearer ${grant}` }),
      isReady: grant !== null,
      isPhone: true,
    }),
    [grant, host, language],
  );
  const isLink = LINK.test(hash);
  const start = () =>
    call.run(async () => {
      const answer = await sender.client.call('handOvers.open', { body: { link: hash.slice(1) } });
      sessionStorage.setItem(KEPT, answer.grant);
      setOpened(answer.grant);
      // The link is used up: it stands in no history.
      void navigate(pathname, { replace: true });
    });
  return (
    <section className="mx-auto grid w-full max-w-lg gap-4 py-6">
      <h1 className="text-[1.5rem] leading-[1.875rem] font-620 tracking-[-.02em]">{t('phone.title')}</h1>
      <p className="text-mut text-pretty">{t('phone.lead')}</p>
      {!isHere ? (
        <Skeleton className="h-12 w-full" />
      ) : isLink ? (
        <>
          <Button variant="primary" size="lg" aria-disabled={call.busy} onClick={() => void start()}>
            {t('phone.start')}
          </Button>
          <ProblemBox problem={call.problem} />
        </>
      ) : grant === null ? (
        <Banner tone="warn">{t('phone.ended')}</Banner>
      ) : (
        <QueriesProvider>
          <HandedOver value={sender}>
            <PhoneDocuments />
          </HandedOver>
        </QueriesProvider>
      )}
    </section>
  );
}

function PhoneDocuments() {
  const { t } = useTranslation('verification');
  const documents = useDocuments({ watch: true });
  const { hash } = useLocation();
  if (documents.error !== null) {
    const isOver = 'status' in documents.error && documents.error.status === 401;
    return isOver ? (
      <Banner tone="warn">{t('phone.ended')}</Banner>
    ) : (
      <LoadProblem error={documents.error} onRetry={() => void documents.refetch()} />
    );
  }
  if (documents.data === undefined) return <Skeleton className="h-72 w-full" />;
  const { documents: views } = documents.data;
  const steps = views.map((view) => ({ id: view.document, look: lookOf(view) }));
  const current = steps.find(({ id }) => `#${id}` === hash)?.id ?? nextOf(steps, views);
  const view = views.find(({ document }) => document === current);
  return (
    <>
      <StepBars steps={steps} current={current} />
      {view === undefined ? null : <DocumentPanel key={view.document} view={view} end={null} />}
    </>
  );
}
