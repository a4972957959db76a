import { useTranslation } from '../i18n/use-translation.ts';
import { useShell } from '../shell-context.ts';
import { cx } from '../ui/cx.ts';

/** Wherever a mail is waited for: a practice installation sends none, and says where it keeps them. */
export function SandboxInbox({ className }: { readonly className?: string }) {
  const { t } = useTranslation('common');
  const { config } = useShell();
  if (!config.keepsMails) return null;
  return (
    <a
      href={`${config.origins.main}/dev/inbox`}
      target="_blank"
      rel="noreferrer"
      className={cx('inline-flex min-h-6 items-center text-13 font-540 text-brand-text hover:underline', className)}
    >
      {t('inbox.practice')}
    </a>
  );
}
