import { KeyRound, LockKeyhole, ShieldAlert, ShieldCheck, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { Profile } from '#web/api/profile.ts';
import type { Security } from '#web/api/security.ts';
import { useSession } from '#web/api/session.tsx';
import { useFormats, useHold } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { useSend } from '#web/ui/call/use-call.ts';
import { Panel, PanelRow } from '#web/ui/panel.tsx';
import { Chip } from '#web/ui/states.tsx';
import { OtpSheet } from './otp-sheet.tsx';
import { PasswordSheet } from './password-sheet.tsx';
import { useProofWords } from './proof-words.ts';
import { RecoverySheet } from './recovery-codes.tsx';
import { RemovalSheet } from './removal-sheet.tsx';
import { useSecurityChanged } from './use-security.ts';

type Open = 'password' | 'otp' | 'off' | null;

/** Password, authenticator app and recovery codes. */
export function SignInPanel({ profile, security }: { readonly profile: Profile; readonly security: Security }) {
  const { t } = useTranslation('settings');
  const [open, setOpen] = useState<Open>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const changed = useSecurityChanged();
  const strong = security.otp.enabled || security.passkeys > 0;
  const close = () => setOpen(null);
  return (
    <Panel
      title={t('signin.title')}
      end={
        strong || profile.hasPassword ? (
          <Chip tone={strong ? 'ok' : 'warn'} icon={strong ? <ShieldCheck aria-hidden /> : <ShieldAlert aria-hidden />}>
            {strong ? t('signin.strong') : t('signin.weak')}
          </Chip>
        ) : undefined
      }
    >
      <PanelRow
        icon={<LockKeyhole aria-hidden />}
        title={t('auth.password')}
        text={profile.hasPassword ? t('password.text') : t('password.unset')}
        end={
          <Button variant="outline" size="sm" onClick={() => setOpen('password')}>
            {profile.hasPassword ? t('change') : t('set')}
          </Button>
        }
      />
      <OtpRow security={security} onOpen={setOpen} />
      {strong ? <RecoveryRow security={security} onCodes={setCodes} /> : null}
      {open === 'password' ? (
        <PasswordSheet
          profile={profile}
          onClose={close}
          onChanged={() => {
            close();
            void changed();
          }}
        />
      ) : null}
      {open === 'otp' ? <OtpSheet onClose={close} onChanged={() => void changed()} /> : null}
      {open === 'off' ? <TurnOff keys={security.passkeys > 0} onClose={close} /> : null}
      {codes === null ? null : <RecoverySheet codes={codes} onDone={() => setCodes(null)} />}
    </Panel>
  );
}

function OtpRow({ security, onOpen }: { readonly security: Security; readonly onOpen: (open: Open) => void }) {
  const { t } = useTranslation('settings');
  const formats = useFormats();
  const { enabled, since } = security.otp;
  return (
    <PanelRow
      icon={<Smartphone aria-hidden />}
      title={t('otp.app')}
      text={enabled && since !== null ? t('otp.since', { date: formats.date(Date.parse(since)) }) : t('otp.off_text')}
      end={
        enabled ? (
          <Button variant="danger" size="sm" onClick={() => onOpen('off')}>
            {t('otp.turn_off')}
          </Button>
        ) : (
          <Button variant="outline" size="sm" onClick={() => onOpen('otp')}>
            {t('otp.set_up')}
          </Button>
        )
      }
    />
  );
}

function RecoveryRow(props: { readonly security: Security; readonly onCodes: (codes: readonly string[]) => void }) {
  const { t } = useTranslation('settings');
  const changed = useSecurityChanged();
  const renew = useSend('factors.recoveryCodes', {
    toast: 'settings-problem',
    words: useProofWords(),
    onDone: ({ recoveryCodes }) => {
      props.onCodes(recoveryCodes);
      void changed();
    },
  });
  return (
    <PanelRow
      icon={<KeyRound aria-hidden />}
      title={t('recovery.name')}
      text={t('recovery.left', { count: props.security.otp.recoveryCodesLeft })}
      end={
        <Button variant="outline" size="sm" aria-disabled={renew.busy} onClick={() => void renew.send()}>
          {t('recovery.new')}
        </Button>
      }
    />
  );
}

/** `keys`: passkeys stay as the second step. */
function TurnOff({ keys, onClose }: { readonly keys: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation('settings');
  const wait = useHold();
  const { client } = useSession();
  const changed = useSecurityChanged();
  return (
    <RemovalSheet
      title={t('otp.off_title')}
      description={t(keys ? 'otp.off_keys' : 'otp.off_warning', { wait })}
      action={t('otp.turn_off')}
      done={{ id: 'otp', title: t('otp.is_off') }}
      run={() => client.call('factors.otpDisable')}
      onDone={() => void changed()}
      onClose={onClose}
    />
  );
}
