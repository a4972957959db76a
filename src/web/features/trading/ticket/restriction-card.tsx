import { CalendarClock, Hourglass, MailWarning, ShieldAlert, UserSearch } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { SandboxName } from '#web/sandbox/sandbox-name.tsx';
import { useFormats, useShell } from '#web/shell-context.ts';
import { link, pageOf, pathOf } from '#web/site.ts';
import { useSupportLink } from '#web/support-link.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { nextStep, offersDemo, type Restriction } from './eligibility.ts';

interface Words {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  /** What the one next step is called. */
  readonly step: string;
}

/** In place of the ticket: what keeps the person from trading with real money, until when, and the one next step (docs/rules/screens.md#restrictions). */
export default function RestrictionCard({ restriction }: { readonly restriction: Restriction }) {
  const { t } = useTranslation('trading');
  const { config, locale } = useShell();
  const { icon, title, text, step } = useWords(restriction);
  const page = nextStep(restriction);
  const support = useSupportLink();
  const blocked = restriction.kind === 'name' && restriction.status === 'BLOCKED';
  return (
    <section
      aria-label={t('ticket.label')}
      data-barrier={restriction.kind}
      className="flex min-h-0 min-w-0 flex-1 flex-col gap-3 px-4 py-4 compact:px-3 compact:pt-3 compact:pb-3 roomy:justify-center roomy:overflow-y-auto"
    >
      <div className="grid gap-3 compact:grid-cols-[auto_minmax(0,1fr)]">
        <span className="grid size-11 place-items-center rounded-field bg-warn-soft text-warn max-[22.4375rem]:size-9 [&_svg]:size-5">
          {icon}
        </span>
        <div className="min-w-0">
          <h2 className="text-16 font-620 text-balance">{title}</h2>
          <p className="mt-1 text-13 text-mut text-pretty">{text}</p>
          {restriction.kind === 'name' && restriction.status === 'PENDING_APPROVE' ? (
            <SandboxName className="mt-2" />
          ) : null}
        </div>
      </div>
      <div className="grid gap-2">
        <a
          href={
            blocked ? support({ kind: 'account', ref: 'name' }) : link(config, pageOf(page).site, pathOf(page, locale))
          }
          className={buttonClass({ variant: 'primary', size: 'lg', wide: true })}
        >
          {step}
        </a>
        {offersDemo(restriction) ? (
          <a
            href={link(config, 'main', pathOf('trading-demo', locale))}
            className={buttonClass({ size: 'lg', wide: true })}
          >
            {t('barrier.demo')}
          </a>
        ) : null}
      </div>
      <p className="text-12 text-faint">{t('barrier.open')}</p>
    </section>
  );
}

/** Keys of the words of a name that is not approved: title, text, step. */
const OF_NAME = {
  PENDING_NAME: ['account:kyc.legal_name_check', 'account:steps.name.text', 'account:steps.name.action'],
  REJECTED: ['barrier.rejected', 'account:steps.name.text', 'account:steps.name.action'],
  PENDING_APPROVE: ['barrier.checking', 'barrier.checking_text', 'barrier.steps'],
  BLOCKED: ['barrier.problem', 'barrier.problem_text', 'common:btn.contact_support'],
} as const;

function useWords(restriction: Restriction): Words {
  const { t } = useTranslation(['trading', 'limits', 'account', 'errors', 'common']);
  const formats = useFormats();
  switch (restriction.kind) {
    case 'time_out':
      return {
        icon: <Hourglass aria-hidden />,
        title: t('limits:safe.time_out'),
        text: t('limits:state.time_out', { time: formats.deadline(restriction.until) }),
        step: t('limits:safe.limits'),
      };
    case 'excluded':
      return {
        icon: <ShieldAlert aria-hidden />,
        title: t('errors:SelfExcluded.title'),
        text:
          restriction.until === null
            ? t('limits:state.for_ever')
            : t('limits:state.excluded', { time: formats.deadline(restriction.until) }),
        step: t('limits:exclusion.help'),
      };
    case 'over':
      return {
        icon: <CalendarClock aria-hidden />,
        title: t('limits:safe.self_exclusion'),
        text: t('limits:state.over', { wait: formats.wait(restriction.waitMs) }),
        step: t('limits:state.return'),
      };
    case 'returning':
      return {
        icon: <CalendarClock aria-hidden />,
        title: t('limits:safe.self_exclusion'),
        text: t('limits:state.returning', { time: formats.deadline(restriction.until) }),
        step: t('limits:safe.limits'),
      };
    case 'session':
    case 'loss':
      return {
        icon: <Hourglass aria-hidden />,
        title: t('errors:LimitReached.title', { reason: 'none' }),
        text:
          restriction.kind === 'session'
            ? t('errors:LimitReached.message', { limit: 'session', amount: '', until: '' })
            : t('barrier.loss', { amount: formats.own(restriction.amountStr) }),
        step: t('limits:safe.limits'),
      };
    case 'name': {
      const [title, text, step] = OF_NAME[restriction.status];
      return { icon: <UserSearch aria-hidden />, title: t(title), text: t(text), step: t(step) };
    }
    case 'email':
      return {
        icon: <MailWarning aria-hidden />,
        title: t('account:steps.email.title'),
        text: t('barrier.email'),
        step: t('barrier.steps'),
      };
  }
}
