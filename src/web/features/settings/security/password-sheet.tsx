import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useHold } from '#web/shell-context.ts';
import type { Profile } from '#web/api/profile.ts';
import { ChallengeNote } from '#web/challenge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ProblemBox } from '#web/ui/call/problem-box.tsx';
import { useSend } from '#web/ui/call/use-call.ts';
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

interface Typed {
  readonly current: string;
  readonly next: string;
  readonly others: boolean;
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
  const [typed, setTyped] = useState<Typed>({ current: '', next: '', others: true });
  const currentRef = useRef<HTMLInputElement>(null);
  const nextRef = useRef<HTMLInputElement>(null);
  const call = useSend('user.changePassword', {
    words: useProofWords(),
    onDone: () => {
      const text = typed.others ? { text: t('password.saved_others') } : {};
      showToast({ id: 'password', tone: 'ok', title: t('password.saved'), ...text });
      onChanged();
    },
  });
  const own = [profile.email?.split('@')[0] ?? ''];
  const open = Object.entries(rulesKept(typed.next, own)).filter(([, kept]) => !kept);
  const isSame = call.problem?.fields['password'] === 'same';
  const lacksCurrent = profile.hasPassword && typed.current === '';
  const missing = lacksCurrent
    ? t('password.missing_current')
    : typed.next === ''
      ? t('password.missing_new')
      : open.length > 0
        ? t('rule.open', { count: open.length })
        : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const current = profile.hasPassword ? { currentPassword: typed.current } : {};
    if (missing === null)
      void call.send({ body: { password: typed.next, endOtherSessions: typed.others, ...current } });
    else (lacksCurrent ? currentRef : nextRef).current?.focus();
  };
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <input type="text" name="username" autoComplete="username" value={profile.email ?? ''} readOnly hidden />
      {profile.hasPassword ? (
        <PasswordField
          ref={currentRef}
          label={t('password.current')}
          autoComplete="current-password"
          value={typed.current}
          onChange={(event) => setTyped({ ...typed, current: event.currentTarget.value })}
        />
      ) : null}
      <PasswordField
        ref={nextRef}
        label={t('password.new')}
        autoComplete="new-password"
        value={typed.next}
        problem={isSame ? t('password.same') : null}
        onChange={(event) => setTyped({ ...typed, next: event.currentTarget.value })}
      />
      <PasswordRules password={typed.next} own={own} />
      <Switch
        label={t('password.others')}
        hint={t('password.others_hint')}
        checked={typed.others}
        onChange={(others) => setTyped({ ...typed, others })}
      />
      <ProblemBox problem={isSame ? null : call.problem} />
      <ChallengeNote of={call.patience} />
      <Button type="submit" variant="primary" size="lg" wide aria-disabled={missing !== null || call.busy}>
        {call.busy ? t('saving') : (missing ?? t('password.save'))}
      </Button>
    </form>
  );
}
