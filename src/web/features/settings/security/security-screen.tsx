import { useTranslation } from '#web/i18n/use-translation.ts';
import { useHold } from '#web/shell-context.ts';
import { useProfile } from '#web/api/profile.ts';
import { useSecurity } from '#web/api/security.ts';
import { LoadProblem } from '#web/ui/call/load-problem.tsx';
import { Columns } from '#web/ui/market/columns.tsx';
import { Panel, PanelBody } from '#web/ui/panel.tsx';
import { Banner, Skeleton } from '#web/ui/states.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { KeysPanel } from '../keys/keys-panel.tsx';
import { LinksPanel } from './links-panel.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { SignInPanel } from './sign-in-panel.tsx';
import { WordPanel } from './word-panel.tsx';
import { useApiKeys, usePasskeys, useProviders, useSessions, useSignIns } from './use-security.ts';

/** How one signs in, where one is signed in, and what happened. */
export function SecurityScreen() {
  const { t } = useTranslation('settings');
  const wait = useHold();
  const profile = useProfile();
  const security = useSecurity();
  // Asked for together; a list is shown once those above it are there, as nobody knows how long they are.
  const [history, sessions, passkeys, providers] = [useSignIns(), useSessions(), usePasskeys(), useProviders()];
  useApiKeys();
  // What stands between the columns and the first list may come late.
  const early = history.isPending || passkeys.isPending || providers.isPending;
  const failed = profile.isError || security.isError;
  const retry = () => {
    void profile.refetch();
    void security.refetch();
  };
  return (
    <>
      <Columns
        main={
          <>
            {profile.data === undefined || security.data === undefined ? (
              <Panel title={t('signin.title')}>
                <PanelBody>
                  {failed ? (
                    <LoadProblem error={profile.error ?? security.error} onRetry={retry} />
                  ) : (
                    <Skeleton className="h-40 md:h-[7.625rem]" />
                  )}
                </PanelBody>
              </Panel>
            ) : (
              <SignInPanel profile={profile.data} security={security.data} />
            )}
            <WordPanel />
            <PasskeysPanel />
            {passkeys.isPending ? null : <LinksPanel />}
          </>
        }
        side={
          <>
            <Banner tone="warn" title={t('pause.title', { wait })}>
              {t('pause.text')}
            </Banner>
            <HistoryPanel />
          </>
        }
      />
      {early ? null : <SessionsPanel />}
      {early || sessions.isPending ? null : <KeysPanel />}
    </>
  );
}
