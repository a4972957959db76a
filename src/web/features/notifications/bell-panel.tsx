import { useTranslation } from '#web/i18n/use-translation.ts';
import { NotificationsList } from './list.tsx';

/** So many fit under the bell without scrolling. */
const NEWEST = 5;

/** The newest notifications, under the bell, and the way to all of them. */
export default function BellPanel({ href }: { readonly href: string }) {
  const { t } = useTranslation('notifications');
  return (
    <>
      <NotificationsList most={NEWEST} />
      <a
        href={href}
        className="flex min-h-11 items-center justify-center border-t border-line px-4.5 font-540 text-brand-text hover:underline"
      >
        {t('bell.all')}
      </a>
    </>
  );
}
