import { BadgeCheck, CircleCheck, Mail, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Profile } from '#web/api/profile.ts';
import { useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Panel, PanelRow } from '#web/ui/panel.tsx';
import { Chip } from '#web/ui/states.tsx';
import { ResendButton } from './resend-button.tsx';

interface ToDo {
  readonly id: 'email' | 'name' | 'otp';
  readonly title: string;
  readonly icon: ReactNode;
  readonly text: string;
  readonly end: ReactNode;
}

function useToDos(profile: Profile): readonly ToDo[] {
  const { t } = useTranslation('account');
  const { config, locale } = useShell();
  const { name } = profile.verifications;
  const href = (id: 'settings-security' | 'settings-personal') => link(config, 'dashboard', pathOf(id, locale));
  const email: ToDo = {
    id: 'email',
    icon: <Mail aria-hidden />,
    title: t('todo.email.title'),
    text: t('todo.email.text'),
    end: <ResendButton />,
  };
  const legal: ToDo = {
    id: 'name',
    icon: <BadgeCheck aria-hidden />,
    title: t('kyc.legal_name_check'),
    text: t('todo.name.text'),
    end:
      name === 'PENDING_NAME' && profile.lastName === null ? (
        <Link to={href('settings-personal')} className={buttonClass({ variant: 'outline', size: 'sm' })}>
          {t('todo.name.action')}
        </Link>
      ) : (
        <Chip tone={name === 'BLOCKED' || name === 'REJECTED' ? 'warn' : 'info'}>
          {t(name === 'PENDING_NAME' ? 'name.PENDING_APPROVE' : `name.${name}`)}
        </Chip>
      ),
  };
  const otp: ToDo = {
    id: 'otp',
    icon: <ShieldCheck aria-hidden />,
    title: t('auth.two_factor'),
    text: t('todo.otp.text'),
    end: (
      <Link to={href('settings-security')} className={buttonClass({ variant: 'outline', size: 'sm' })}>
        {t('todo.otp.action')}
      </Link>
    ),
  };
  return [
    ...(profile.verifications.email ? [] : [email]),
    ...(name === 'APPROVED' ? [] : [legal]),
    ...(profile.twoFactor === 'otp' ? [] : [otp]),
  ];
}

/** What is still to do before real trading and for safety; a quiet line when there is nothing. */
export function ToDoPanel({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation('account');
  const todos = useToDos(profile);
  return (
    <Panel title={t('todo.title')} text={todos.length === 0 ? undefined : t('todo.text')}>
      {todos.length === 0 ? (
        <PanelRow icon={<CircleCheck aria-hidden />} title={t('todo.none')} text={t('todo.none_text')} />
      ) : (
        todos.map((todo) => (
          <PanelRow key={todo.id} icon={todo.icon} title={todo.title} text={todo.text} end={todo.end} stack />
        ))
      )}
    </Panel>
  );
}
