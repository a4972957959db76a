import { BadgeCheck, CircleCheck, Mail, ShieldCheck } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isStaff } from '#domain/identity/policy.ts';
import type { Profile } from '#web/api/profile.ts';
import { SandboxName } from '#web/sandbox/sandbox-name.tsx';
import { useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Panel, PanelRow } from '#web/ui/panel.tsx';
import { Chip } from '#web/ui/states.tsx';
import { ResendButton } from './resend-button.tsx';

interface Step {
  readonly id: 'email' | 'name' | 'otp';
  readonly title: string;
  readonly icon: ReactNode;
  readonly text: ReactNode;
  readonly end: ReactNode;
}

function useSteps(profile: Profile): readonly Step[] {
  const { t } = useTranslation('account');
  const { config, locale } = useShell();
  const { name } = profile.verifications;
  const href = (id: 'settings-security' | 'settings-personal') => link(config, 'dashboard', pathOf(id, locale));
  const email: Step = {
    id: 'email',
    icon: <Mail aria-hidden />,
    title: t('steps.email.title'),
    text: t('steps.email.text'),
    end: <ResendButton />,
  };
  const isNameless =
    name === 'REJECTED' || (name === 'PENDING_NAME' && (profile.lastName === null || profile.birthDate === null));
  const isBeingChecked = !isNameless && (name === 'PENDING_NAME' || name === 'PENDING_APPROVE');
  const legal: Step = {
    id: 'name',
    icon: <BadgeCheck aria-hidden />,
    title: t('kyc.legal_name_check'),
    text: (
      <>
        <p>{t('steps.name.text')}</p>
        {isBeingChecked ? <SandboxName className="mt-1" /> : null}
      </>
    ),
    end: isNameless ? (
      <Link to={href('settings-personal')} className={buttonClass({ variant: 'outline', size: 'sm' })}>
        {t('steps.name.action')}
      </Link>
    ) : (
      <Chip tone={name === 'BLOCKED' ? 'warn' : 'info'}>
        {t(name === 'PENDING_NAME' ? 'name.PENDING_APPROVE' : `name.${name}`)}
      </Chip>
    ),
  };
  const otp: Step = {
    id: 'otp',
    icon: <ShieldCheck aria-hidden />,
    title: t('auth.two_factor'),
    text: t('steps.otp.text'),
    end: (
      <Link to={href('settings-security')} className={buttonClass({ variant: 'outline', size: 'sm' })}>
        {t('steps.otp.action')}
      </Link>
    ),
  };
  return [
    ...(profile.verifications.email ? [] : [email]),
    ...(name === 'APPROVED' || isStaff(profile.role) ? [] : [legal]),
    ...(profile.twoFactor !== 'none' ? [] : [otp]),
  ];
}

/** What is still to do before real trading and for safety; a quiet line when there is nothing. */
export function StepsPanel({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation('account');
  const steps = useSteps(profile);
  // The words beside them speak of trading.
  const trades = !isStaff(profile.role);
  return (
    <Panel title={t('steps.title')} text={steps.length > 0 && trades ? t('steps.text') : undefined}>
      {steps.length === 0 ? (
        <PanelRow
          icon={<CircleCheck aria-hidden />}
          title={t('steps.none')}
          text={trades ? t('steps.none_text') : undefined}
        />
      ) : (
        steps.map((step) => (
          <PanelRow key={step.id} icon={step.icon} title={step.title} text={step.text} end={step.end} stack />
        ))
      )}
    </Panel>
  );
}
