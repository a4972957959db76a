import { CircleUser } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { leavesAWay } from '#domain/identity/passkey.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useSecurity } from '#web/api/security.ts';
import type { Security } from '#web/api/security.ts';
import { useSession } from '#web/api/session.tsx';
import { useFormats, useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { LoadProblem } from '#web/ui/call/load-problem.tsx';
import { useCall } from '#web/ui/call/use-call.ts';
import { Panel, PanelRow } from '#web/ui/panel.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { linkRows } from './link-rows.ts';
import type { LinkRow } from './link-rows.ts';
import { useProofWords } from './proof-words.ts';
import { RemovalSheet } from './removal-sheet.tsx';
import { useProviders, useSecurityChanged } from './use-security.ts';

/** Name in the query of this page by which it learns that a link was made. */
const LINKED = 'linked';

/** Accounts elsewhere that open this one. Nothing where none can be linked and none is. */
export function LinksPanel() {
  const { t } = useTranslation('settings');
  const providers = useProviders();
  const security = useSecurity();
  const [leaving, setLeaving] = useState<LinkRow | null>(null);
  const { start, busy } = useStart();
  const offered = providers.data?.providers ?? [];
  const rows = linkRows(offered, security.data?.links ?? []);
  useComeBack(offered, security.data);
  const failed = providers.isError || security.isError;
  const retry = () => {
    void providers.refetch();
    void security.refetch();
  };
  // Whether there is anything to show is known only then.
  if (providers.isPending || (rows.length === 0 && !failed)) return null;
  return (
    <Panel title={t('links.title')} text={t('links.text')}>
      {failed ? (
        <LoadProblem className="mx-4.5 mb-5 md:mx-6" error={providers.error ?? security.error} onRetry={retry} />
      ) : security.data === undefined ? (
        <Skeleton className="mx-4.5 mb-5 h-12 md:mx-6" />
      ) : (
        rows.map((row) => (
          <Row key={row.id} row={row} busy={busy} onLink={() => void start(row.id)} onUnlink={() => setLeaving(row)} />
        ))
      )}
      {leaving === null || security.data === undefined ? null : leavesAWay(waysOf(security.data), 'link') ? (
        <Unlinking row={leaving} onClose={() => setLeaving(null)} />
      ) : (
        <OnlyWay row={leaving} onClose={() => setLeaving(null)} />
      )}
    </Panel>
  );
}

function waysOf({ password, passkeys, links }: Security) {
  return { password, passkeys, links: links.length };
}

/** Goes to the provider, which sends the browser back to this page. */
function useStart() {
  const { locale } = useShell();
  const { client } = useSession();
  const call = useCall({ toast: 'settings-problem', words: useProofWords() });
  const start = async (provider: string) => {
    const redirect = `${pathOf('settings-security', locale)}?${LINKED}=${provider}`;
    const body = { provider, redirect, host: 'dashboard' };
    const begun = await call.run(() => client.call('factors.socialStart', { body }));
    if (begun !== null) location.assign(begun.url);
  };
  return { start, busy: call.busy };
}

/** Says that a link was made where the server has it, and takes the word out of the address. */
function useComeBack(offered: Parameters<typeof linkRows>[0], security: Security | undefined): void {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  const id = query.get(LINKED);
  const known = security !== undefined && offered.length > 0;
  const name = security?.links.some(({ provider }) => provider === id)
    ? offered.find((provider) => provider.id === id)?.name
    : undefined;
  useEffect(() => {
    if (id === null || !known) return;
    if (name !== undefined) {
      showToast({ id: 'links', tone: 'ok', title: t('links.linked', { name }), text: t('links.linked_text') });
    }
    void navigate(pathname, { replace: true, preventScrollReset: true });
  }, [id, known, name, navigate, pathname, t]);
}

function Row(props: {
  readonly row: LinkRow;
  readonly busy: boolean;
  readonly onLink: () => void;
  readonly onUnlink: () => void;
}) {
  const { t } = useTranslation('settings');
  const formats = useFormats();
  const { name, linkedAt } = props.row;
  return (
    <PanelRow
      icon={<CircleUser aria-hidden />}
      title={<bdi>{name}</bdi>}
      text={linkedAt === null ? t('links.none') : t('links.since', { date: formats.date(linkedAt) })}
      end={
        linkedAt !== null ? (
          <Button variant="danger" size="sm" aria-label={t('links.unlink_one', { name })} onClick={props.onUnlink}>
            {t('links.unlink')}
          </Button>
        ) : (
          <Button
            variant="outline"
            size="sm"
            aria-disabled={props.busy}
            aria-label={t('links.link_one', { name })}
            onClick={props.onLink}
          >
            {t('links.link')}
          </Button>
        )
      }
    />
  );
}

interface SheetOfRow {
  readonly row: LinkRow;
  readonly onClose: () => void;
}

function Unlinking({ row, onClose }: SheetOfRow) {
  const { t } = useTranslation('settings');
  const { client } = useSession();
  const changed = useSecurityChanged();
  return (
    <RemovalSheet
      title={t('links.unlink_title')}
      description={t('links.unlink_text', { name: row.name })}
      action={t('links.unlink')}
      done={{ id: 'links', title: t('links.unlinked') }}
      run={() => client.call('factors.unlink', { params: { provider: row.id } })}
      onDone={() => void changed()}
      onClose={onClose}
    />
  );
}

/** The last way in stays, as the server holds it: another one comes first. */
function OnlyWay({ row, onClose }: SheetOfRow) {
  const { t } = useTranslation('settings');
  const { config, locale } = useShell();
  return (
    <Sheet
      open
      onOpenChange={onClose}
      title={t('links.only_title')}
      description={t('links.only_text', { name: row.name })}
    >
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={onClose}>
          {t('btn.cancel')}
        </Button>
        <a href={link(config, 'auth', pathOf('forgot', locale))} className={buttonClass({ variant: 'primary' })}>
          {t('password.set')}
        </a>
      </div>
    </Sheet>
  );
}
