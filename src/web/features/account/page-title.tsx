import { ChevronLeft } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { buttonClass } from '#web/ui/button.tsx';

/** The title of a dashboard page; on phones with the way back and one act. */
export function PageTitle(props: {
  readonly title: ReactNode;
  /** Where the way back of phones leads. */
  readonly back?: string;
  readonly action?: ReactNode;
}) {
  const { t } = useTranslation('account');
  return (
    <div className="flex min-h-11 items-center gap-1">
      {props.back === undefined ? null : (
        <Link
          to={props.back}
          aria-label={t('back')}
          className={`${buttonClass({ variant: 'ghost' })} -ms-3.5 px-3 lg:hidden`}
        >
          <ChevronLeft aria-hidden className="flip size-5" />
        </Link>
      )}
      <h1 className="min-w-0 flex-1 text-18 font-620 tracking-[-.02em] md:text-26">{props.title}</h1>
      {props.action}
    </div>
  );
}
