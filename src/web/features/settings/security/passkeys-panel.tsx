import { Cloud, Fingerprint, Plus, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { signalAccepted } from '#web/api/passkey-signals.ts';
import { useSecurity } from '#web/api/security.ts';
import { useSession } from '#web/api/session.tsx';
import { useFormats } from '#web/shell-context.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { LoadProblem } from '#web/ui/call/load-problem.tsx';
import { useCall } from '#web/ui/call/use-call.ts';
import { Panel, PanelRow } from '#web/ui/panel.tsx';
import { Chip, Skeleton } from '#web/ui/states.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { useDeviceName } from './device-label.tsx';
import { canPasskey, freeName, makePasskey } from './passkey.ts';
import { useProofWords } from './proof-words.ts';
import { RecoverySheet } from './recovery-codes.tsx';
import { RemovalSheet } from './removal-sheet.tsx';
import { usePasskeys, useSecurityChanged } from './use-security.ts';
import type { PasskeyRow } from './use-security.ts';

/** Passkeys: log in with face, finger or PIN of the device. */
export function PasskeysPanel() {
  const { t } = useTranslation('settings');
  const passkeys = usePasskeys();
  const [removing, setRemoving] = useState<PasskeyRow | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const items = passkeys.data?.items ?? [];
  const { add, busy } = useAdd({ taken: items.map(({ name }) => name), onCodes: setCodes });
  const known = passkeys.isSuccess && !passkeys.isFetching && !busy ? passkeys.data : null;
  useEffect(() => {
    if (known !== null) signalAccepted(known);
  }, [known]);
  return (
    <Panel
      title={t('passkeys.title')}
      text={t('passkeys.text')}
      end={
        <Button size="sm" aria-disabled={busy} onClick={add}>
          <Plus aria-hidden className="size-4" />
          {busy ? t('passkeys.adding') : t('passkeys.add')}
        </Button>
      }
    >
      {passkeys.isPending ? <Skeleton className="mx-4.5 mb-5 h-12 md:mx-6" /> : null}
      {passkeys.isError ? (
        <LoadProblem className="mx-4.5 mb-5 md:mx-6" error={passkeys.error} onRetry={() => void passkeys.refetch()} />
      ) : null}
      {passkeys.isSuccess && items.length === 0 ? (
        <PanelRow icon={<Fingerprint aria-hidden />} title={t('passkeys.none')} text={t('passkeys.none_text')} />
      ) : null}
      {items.map((item) => (
        <Row key={item.id} item={item} onRemove={() => setRemoving(item)} />
      ))}
      {removing === null ? null : <Removal item={removing} onClose={() => setRemoving(null)} />}
      {codes === null ? null : <RecoverySheet codes={codes} onDone={() => setCodes(null)} />}
    </Panel>
  );
}

/** `taken`: names of keys that are there. `onCodes`: the first second factor comes with recovery codes. */
function useAdd(input: { readonly taken: readonly string[]; readonly onCodes: (codes: readonly string[]) => void }) {
  const { t } = useTranslation('settings');
  const { client } = useSession();
  const changed = useSecurityChanged();
  const call = useCall({ toast: 'settings-problem', words: useProofWords() });
  const nameOf = useDeviceName();
  const run = async () => {
    const name = freeName(nameOf(navigator.userAgent), input.taken);
    // Made once: a step-up that is asked for on the way must not make a second one.
    let credential: Awaited<ReturnType<typeof makePasskey>> | null = null;
    const make = async () => {
      credential ??= await makePasskey((await client.call('factors.passkeyOptions')).options);
      return client.call('factors.addPasskey', { body: { credential, name } });
    };
    // Also after a failure: the device may hold a key by now that we do not.
    const made = await call.run(() => make().finally(changed));
    if (made === null) return;
    showToast({ id: 'passkey', tone: 'ok', title: t('passkeys.added') });
    if (made.recoveryCodes !== null) input.onCodes(made.recoveryCodes);
  };
  const add = () => {
    if (call.busy) return;
    if (canPasskey()) void run();
    else showToast({ id: 'passkey', tone: 'warn', title: t('passkeys.unsupported') });
  };
  return { add, busy: call.busy };
}

function Row({ item, onRemove }: { readonly item: PasskeyRow; readonly onRemove: () => void }) {
  const { t } = useTranslation('settings');
  const formats = useFormats();
  const added = t('passkeys.added_on', { date: formats.date(Date.parse(item.addedAt)) });
  const used =
    item.lastUsedAt === null
      ? t('passkeys.unused')
      : t('passkeys.used', { time: formats.dateTime(Date.parse(item.lastUsedAt)) });
  return (
    <PanelRow
      icon={<Fingerprint aria-hidden />}
      title={<bdi>{item.name}</bdi>}
      text={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span>{added}</span>
          <span>{used}</span>
          {item.synced ? <Chip icon={<Cloud aria-hidden />}>{t('passkeys.synced')}</Chip> : null}
        </span>
      }
      end={
        <IconButton label={t('passkeys.remove', { name: item.name })} onClick={onRemove}>
          <Trash2 aria-hidden />
        </IconButton>
      }
    />
  );
}

function Removal({ item, onClose }: { readonly item: PasskeyRow; readonly onClose: () => void }) {
  const { t } = useTranslation('settings');
  const { client } = useSession();
  const changed = useSecurityChanged();
  const { data: security } = useSecurity();
  const last = security !== undefined && !security.otp.enabled && security.passkeys === 1;
  return (
    <RemovalSheet
      title={t('passkeys.remove_title')}
      description={t(last ? 'passkeys.remove_last' : 'passkeys.remove_text', { name: item.name })}
      action={t('passkeys.remove_action')}
      done={{ id: 'passkey', title: t('passkeys.removed') }}
      run={() => client.call('factors.removePasskey', { params: { id: item.id } })}
      onDone={() => void changed()}
      onClose={onClose}
    />
  );
}
