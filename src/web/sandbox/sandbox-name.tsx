import { useTranslation } from '../i18n/use-translation.ts';
import { useShell } from '../shell-context.ts';
import { cx } from '../ui/cx.ts';

const COMMAND = 'npm run admin -- approve-name <email>';

/** Wherever a name waits to be checked: in a practice installation nobody does, and whoever runs it lets the name through. */
export function SandboxName({ className }: { readonly className?: string }) {
  const { t } = useTranslation('common');
  const { config } = useShell();
  if (config.mode !== 'sandbox') return null;
  return (
    <p className={cx('text-13 text-mut', className)} data-practice="name">
      {t('name.practice')}{' '}
      <code dir="ltr" className="break-words text-text select-all">
        {COMMAND}
      </code>
    </p>
  );
}
