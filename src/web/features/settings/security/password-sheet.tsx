import { useTranslation } from '#web/i18n/use-translation.ts';
import { useHold } from '#web/shell-context.ts';
import type { Profile } from '#web/api/profile.ts';
import { useSend } from '#web/ui/call/use-call.ts';
import { Form, FormEnd } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Sheet } from '#web/ui/sheet.tsx';
import { Switch } from '#web/ui/form/switch.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { PasswordField } from './password-field.tsx';
import { PasswordRules, rulesKept } from './password-rules.tsx';
import { useProofWords } from './proof-words.ts';

export interface PasswordSheetProps {
  readonly profile: Profile;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

/** Changes the password, or sets the first one of a person who signed up elsewhere. */
export function PasswordSheet({ profile, onClose, onChanged }: PasswordSheetProps) {
  const { t } = useTranslation('settings');
  const wait = useHold();
  return (
    <Sheet
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={profile.hasPassword ? t('password.change') : t('password.set')}
      description={t('password.pause', { wait })}
    >
      <PasswordForm profile={profile} onChanged={onChanged} />
    </Sheet>
  );
}

function PasswordForm({ profile, onChanged }: Omit<PasswordSheetProps, 'onClose'>) {
  const { t } = useTranslation('settings');
  const call = useSend('user.changePassword', {
    words: useProofWords(),
    onDone: () => {
      const text = form.values.others ? { text: t('password.saved_others') } : {};
      showToast({ id: 'password', tone: 'ok', title: t('password.saved'), ...text });
      onChanged();
    },
  });
  const own = [profile.email?.split('@')[0] ?? ''];
  const form = useForm({
    start: { current: '', password: '', others: true },
    call,
    missing: ({ current, password }) => {
      if (profile.hasPassword && current === '') return { name: 'current', says: t('password.missing_current') };
      if (password === '') return { name: 'password', says: t('password.missing_new') };
      const count = Object.values(rulesKept(password, own)).filter((kept) => !kept).length;
      return count === 0 ? null : { name: 'password', says: t('rule.open', { count }) };
    },
    faults: (name, fault) => (name === 'password' && fault === 'same' ? t('password.same') : null),
    send: ({ current, password, others }) => {
      const proof = profile.hasPassword ? { currentPassword: current } : {};
      return call.send({ body: { password, endOtherSessions: others, ...proof } });
    },
  });
  return (
    <Form form={form}>
      <input type="text" name="username" autoComplete="username" value={profile.email ?? ''} readOnly hidden />
      {profile.hasPassword ? (
        <PasswordField label={t('password.current')} autoComplete="current-password" {...form.field('current')} />
      ) : null}
      <PasswordField label={t('password.new')} autoComplete="new-password" {...form.field('password')} />
      <PasswordRules password={form.values.password} own={own} />
      <Switch
        label={t('password.others')}
        hint={t('password.others_hint')}
        checked={form.values.others}
        onChange={(others) => form.set('others', others)}
      />
      <FormEnd form={form} says={t('password.save')} />
    </Form>
  );
}
