import { BookOpen, KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useRole, useSession } from '#web/api/session.tsx';
import { useFormats, useShell } from '#web/shell-context.ts';
import { isFor, pageOf } from '#web/site.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadProblem } from '#web/ui/call/load-problem.tsx';
import { Panel, PanelBody, PanelRow } from '#web/ui/panel.tsx';
import { Chip, Skeleton } from '#web/ui/states.tsx';
import { KeySheet } from './key-sheet.tsx';
import { usedShare } from './key-draft.ts';
import { RemovalSheet } from '../security/removal-sheet.tsx';
import { useApiKeys, useSecurityChanged } from '../security/use-security.ts';
import type { ApiKeyRow } from '../security/use-security.ts';

/** Programs trade for people who do: staff has no keys. */
export function KeysPanel() {
  return isFor(pageOf('trading'), useRole()) ? <Keys /> : null;
}

/** Keys for programs: what each may do, when it was used, and how much of its loss cap is gone. */
function Keys() {
  const { t } = useTranslation(['keys', 'settings']);
  const { config } = useShell();
  const keys = useApiKeys();
  const [making, setMaking] = useState<'yes' | 'no'>('no');
  const [revoking, setRevoking] = useState<ApiKeyRow | null>(null);
  const items = keys.data?.items ?? [];
  return (
    <Panel
      id="api-keys"
      title={t('title')}
      text={t('text')}
      end={
        <Button size="sm" onClick={() => setMaking('yes')}>
          <Plus aria-hidden className="size-4" />
          {t('new')}
        </Button>
      }
    >
      {keys.isPending ? <Skeleton className="mx-4.5 mb-5 h-16 md:mx-6" /> : null}
      {keys.isError ? (
        <LoadProblem className="mx-4.5 mb-5 md:mx-6" error={keys.error} onRetry={() => void keys.refetch()} />
      ) : null}
      {keys.isSuccess && items.length === 0 ? (
        <PanelRow icon={<KeyRound aria-hidden />} title={t('none')} text={t('none_text')} />
      ) : null}
      {items.map((item) => (
        <Row key={item.id} item={item} onRevoke={() => setRevoking(item)} />
      ))}
      <PanelBody className="border-t border-line pt-3.5">
        <a
          href={`${config.apiHost === config.origins.main ? '' : config.apiHost}/api/docs/programs`}
          className="inline-flex min-h-8 items-center gap-2 font-540 text-brand-text pointer-coarse:min-h-11"
        >
          <BookOpen aria-hidden className="size-4" />
          {t('docs')}
        </a>
      </PanelBody>
      {making === 'yes' ? <KeySheet onClose={() => setMaking('no')} /> : null}
      {revoking === null ? null : <Revoke item={revoking} onClose={() => setRevoking(null)} />}
    </Panel>
  );
}

function Row({ item, onRevoke }: { readonly item: ApiKeyRow; readonly onRevoke: () => void }) {
  const { t } = useTranslation(['keys', 'settings']);
  const formats = useFormats();
  const facts = [
    item.lastUsedAt === null
      ? t('settings:passkeys.unused')
      : t('settings:passkeys.used', { time: formats.dateTime(Date.parse(item.lastUsedAt)) }),
    t('settings:passkeys.added_on', { date: formats.date(Date.parse(item.createdAt)) }),
    ...(item.expiresAt === null ? [] : [t('ends_on', { date: formats.date(Date.parse(item.expiresAt)) })]),
    t('rate', { count: item.ratePerMin }),
  ];
  return (
    <PanelRow
      stack
      icon={<KeyRound aria-hidden />}
      title={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi>{item.name}</bdi>
          <Chip tone={item.realm === 'real' ? 'brand' : 'plain'}>{t(`account.${item.realm}`)}</Chip>
          <Chip>{t(`kind.${item.kind}`)}</Chip>
        </span>
      }
      text={
        <>
          <ul className="flex flex-wrap gap-x-2.5">
            {facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
          <ul aria-label={t('scopes')} className="mt-1.5 flex flex-wrap gap-1.5">
            {item.scopes.map((scope) => (
              <li key={scope}>
                <Chip>{t(`scope.${scope}`)}</Chip>
              </li>
            ))}
          </ul>
          {item.addresses.length === 0 ? null : (
            <p className="mt-1.5 break-words">{t('only_from', { addresses: item.addresses.join(', ') })}</p>
          )}
          <Cap item={item} />
        </>
      }
      end={
        <Button variant="danger" size="sm" aria-label={t('revoke_one', { name: item.name })} onClick={onRevoke}>
          {t('revoke')}
        </Button>
      }
    />
  );
}

/** How much of the loss cap is used up: amber, never red. */
function Cap({ item }: { readonly item: ApiKeyRow }) {
  const { t } = useTranslation('keys');
  const formats = useFormats();
  if (item.lossCapDay === null || item.lossCapDayStr === null) return null;
  const share = usedShare(item.lossUsedDay ?? 0, item.lossCapDay);
  return (
    <div className="mt-1.5 grid max-w-96 gap-1">
      <p>{t('cap', { used: formats.own(item.lossUsedDayStr ?? '0'), cap: formats.own(item.lossCapDayStr) })}</p>
      <div aria-hidden className="h-1.5 overflow-hidden rounded-pill bg-s3">
        <div className="h-full rounded-pill bg-warn" style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  );
}

function Revoke({ item, onClose }: { readonly item: ApiKeyRow; readonly onClose: () => void }) {
  const { t } = useTranslation('keys');
  const { client } = useSession();
  const changed = useSecurityChanged();
  return (
    <RemovalSheet
      title={t('revoke_title')}
      description={t('revoke_text', { name: item.name })}
      action={t('revoke')}
      done={{ id: 'api-key', title: t('revoked') }}
      run={() => client.call('apiKeys.revoke', { params: { id: item.id } })}
      onDone={() => void changed()}
      onClose={onClose}
    />
  );
}
