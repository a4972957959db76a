import { MailCheck } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useSearchParams } from 'react-router';
import { SandboxInbox } from '#web/sandbox/sandbox-inbox.tsx';
import { useFormats, useShell } from '#web/shell-context.ts';
import { pathOf } from '#web/site.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Banner } from '#web/ui/states.tsx';

const POINTS = ['close.goes', 'close.stays', 'close.excluded'] as const;

/** Where the closing of an account leads: that it was taken, until when it can be undone and how, and what happens then. */
export function AccountClosing() {
  const { t } = useTranslation(['privacy', 'common']);
  const { locale } = useShell();
  return (
    <section className="card mx-auto mt-10 grid w-full max-w-lg gap-4 p-6 md:mt-16">
      <span className="grid size-11 place-items-center rounded-field bg-brand-soft text-brand-text">
        <MailCheck aria-hidden className="size-5" />
      </span>
      <h1 className="text-[1.5rem] leading-[1.875rem] font-620 tracking-[-.02em]">{t('closing.title')}</h1>
      <p className="text-mut text-pretty">{t('close.at_once')}</p>
      <Undoing />
      <ul className="grid list-disc gap-1.5 ps-5 text-13 text-mut">
        {POINTS.map((key) => (
          <li key={key}>{t(key)}</li>
        ))}
      </ul>
      <a href={pathOf('landing', locale)} className={buttonClass({ variant: 'outline', size: 'lg', wide: true })}>
        {t('common:to_start')}
      </a>
    </section>
  );
}

/** Until when the mail that was sent brings the account back; whoever has no address got none. */
function Undoing() {
  const { t } = useTranslation('privacy');
  const formats = useFormats();
  const [query] = useSearchParams();
  const until = Date.parse(query.get('until') ?? '');
  const time = Number.isNaN(until) ? null : formats.deadline(until);
  if (query.get('mail') === 'none') return time === null ? null : <Banner>{t('closing.final', { time })}</Banner>;
  return (
    <Banner title={t('closing.mail')}>
      {time === null ? null : t('closing.until', { time })} <SandboxInbox />
    </Banner>
  );
}
