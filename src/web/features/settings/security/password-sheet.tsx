import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useHold } from '#web/shell-context.ts';
import { ApiError } from '#web/api/api-error.ts';
import { useSession } from '#web/api/session.tsx';
import type { Profile } from '#web/api/profile.ts';
import { ChallengeNote, useChallenge } from '#web/challenge.tsx';
import type { Challenge } from '#web/challenge.tsx';
import { useStepUp } from '#web/step-up-context.ts';
import { Button } from '#web/ui/button.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { Switch } from '#web/ui/form/switch.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { PasswordField } from './password-field.tsx';
import { PasswordRules, rulesKept } from './password-rules.tsx';
import { Problem, useProblem } from '../problem.tsx';

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
  const problem = useProblem();
  const patience = useChallenge();
  const { send, busy } = useSend({ profile, typed, patience, onProblem: problem.show, onChanged });
  const own = [profile.email?.split('@')[0] ?? ''];
  const open = Object.entries(rulesKept(typed.next, own)).filter(([, kept]) => !kept);
  const isSame = isRefusedAsSame(problem.error);
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
    problem.clear();
    if (busy) return;
    if (missing === null) void send();
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
      {isSame ? null : <Problem of={problem} />}
      <ChallengeNote of={patience} />
      <Button type="submit" variant="primary" size="lg" wide aria-disabled={missing !== null || busy}>
        {busy ? t('saving') : (missing ?? t('password.save'))}
      </Button>
    </form>
  );
}

/** Did the server refuse the new password because it is the one that stands? */
function isRefusedAsSame(error: unknown): boolean {
  const fields = error instanceof ApiError ? error.details['fields'] : undefined;
  return typeof fields === 'object' && fields !== null && 'password' in fields && fields.password === 'same';
}

function useSend(input: {
  readonly profile: Profile;
  readonly typed: Typed;
  readonly patience: Challenge;
  readonly onProblem: (error: unknown) => void;
  readonly onChanged: () => void;
}) {
  const { t } = useTranslation('settings');
  const { client } = useSession();
  const guard = useStepUp();
  const [busy, setBusy] = useState(false);
  const send = async () => {
    const { profile, typed } = input;
    setBusy(true);
    try {
      const body = {
        password: typed.next,
        endOtherSessions: typed.others,
        ...(profile.hasPassword ? { currentPassword: typed.current } : {}),
      };
      await guard(() =>
        input.patience.run((proof) => client.call('user.changePassword', { body: { ...body, ...proof } })),
      );
      showToast({
        id: 'password',
        tone: 'ok',
        title: t('password.saved'),
        ...(typed.others ? { text: t('password.saved_others') } : {}),
      });
      input.onChanged();
    } catch (error) {
      input.onProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return { send, busy };
}
