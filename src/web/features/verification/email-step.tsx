import type { Profile } from '#web/api/profile.ts';
import { maskedEmail } from '#web/email/masked-email.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { SandboxInbox } from '#web/sandbox/sandbox-inbox.tsx';
import { Panel, PanelBody } from '#web/ui/panel.tsx';
import { Chip } from '#web/ui/states.tsx';
import type { ReactNode } from 'react';

/** The first step: the link that came by mail. `resend`: the button that sends another. */
export function EmailStep({ profile, resend }: { readonly profile: Profile; readonly resend: ReactNode }) {
  const { t } = useTranslation('verification');
  const { t: ofAccount } = useTranslation('account');
  const isDone = profile.verifications.email;
  return (
    <Panel
      className="scroll-mt-[100svh]"
      id="email"
      title={t('step.email')}
      text={isDone ? undefined : ofAccount('steps.email.text')}
      end={<Chip tone={isDone ? 'ok' : 'brand'}>{t(isDone ? 'st.APPROVED' : 'st.NONE')}</Chip>}
    >
      <PanelBody className="grid justify-items-start gap-3">
        <p>
          <bdi dir="ltr">{profile.email === null ? null : maskedEmail(profile.email)}</bdi>
        </p>
        {isDone ? null : resend}
        {isDone ? null : <SandboxInbox />}
      </PanelBody>
    </Panel>
  );
}
