import { useTranslation } from '#web/i18n/use-translation.ts';
import type { ReactNode } from 'react';
import { useProfile } from '#web/api/profile.ts';
import { LoadProblem } from '#web/ui/call/load-problem.tsx';
import { Columns } from '#web/ui/market/columns.tsx';
import { Panel, PanelBody } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { PersonalForm } from './personal-form.tsx';

/** The person, and beside it what others bring: e-mail and data. */
export function PersonalScreen({ side }: { readonly side: ReactNode }) {
  const { t } = useTranslation('settings');
  const { data: profile, isError, error, refetch } = useProfile();
  return (
    <Columns
      main={
        profile === undefined ? (
          <Panel title={t('personal.title')}>
            <PanelBody>
              {isError ? (
                <LoadProblem error={error} onRetry={() => void refetch()} />
              ) : (
                <Skeleton className="h-64 max-md:h-118" />
              )}
            </PanelBody>
          </Panel>
        ) : (
          <PersonalForm key={profile.id} profile={profile} />
        )
      }
      // Parts of others ask the server at once: they wait for the session.
      side={profile === undefined ? <Skeleton className="h-64 rounded-card" /> : side}
    />
  );
}
