import { useState } from 'react';
import { useSession } from '#web/api/session.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { hostOf, signInAddress } from '#web/redirects.ts';
import { useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { LoadProblem } from '#web/ui/call/load-problem.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { Checked } from './checked.tsx';
import { useOwnProof } from './use-own-proof.ts';

/** Lets a signed-in person check in their own browser that they are counted. */
export function OwnCheck() {
  const { t } = useTranslation('liabilities');
  const { state, retry } = useSession();
  const { config, locale } = useShell();
  const [asked, setAsked] = useState(false);
  const own = useOwnProof(asked);
  const { data } = own;
  const back = { tab: 'login', redirect: pathOf('liabilities', locale), host: hostOf('main') } as const;
  return (
    <section className="card min-w-0 p-4 md:p-5" aria-labelledby="own">
      <h2 id="own" className="text-18 font-620 tracking-[-.012em]">
        {t('own.title')}
      </h2>
      <p className="mt-1 text-14 text-mut text-pretty">{t('own.text')}</p>
      <div className="mt-4 flex flex-wrap gap-2.5 empty:hidden">
        {state.status === 'starting' ? <Skeleton className="h-9 w-40 pointer-coarse:h-11" /> : null}
        {state.status === 'visitor' ? (
          <a href={signInAddress(config, locale, back)} className={buttonClass({ variant: 'primary' })}>
            {t('own.sign_in')}
          </a>
        ) : null}
        {state.status === 'ready' && data === undefined && !own.isFetching && !own.isError ? (
          <Button variant="primary" onClick={() => setAsked(true)}>
            {t('own.check')}
          </Button>
        ) : null}
      </div>
      {state.status === 'failed' ? <LoadProblem error={state.error} onRetry={retry} /> : null}
      <div aria-live="polite" className="mt-4 grid gap-4 empty:hidden">
        {own.isFetching && data === undefined ? (
          <>
            <p className="vh">{t('own.loading')}</p>
            <Skeleton className="h-12" />
            <Skeleton className="h-40" />
          </>
        ) : null}
        {own.isError && !own.isFetching ? <LoadProblem error={own.error} onRetry={() => void own.refetch()} /> : null}
        {data === undefined ? null : <Checked verdict={data.verdict} text={data.text} />}
      </div>
      <a
        href={link(config, 'main', pathOf('verify', locale))}
        className="mt-3 inline-flex min-h-8 items-center rounded-chip text-14 text-brand-text underline underline-offset-4 pointer-coarse:min-h-11"
      >
        {t('other')}
      </a>
    </section>
  );
}
