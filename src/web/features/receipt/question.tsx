import { LifeBuoy } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useSupportLink, type SupportSubject } from '#web/support-link.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { SaveButton, type SaveProps } from './result-parts.tsx';

interface QuestionProps {
  /** `id`: null where the receipt does not even say that. `code`: what the verifier found; null: nothing. */
  readonly about: { readonly kind: 'prediction' | 'round'; readonly id: string | null; readonly code: string | null };
  readonly variant: 'primary' | 'ghost';
}

function subjectOf({ kind, id, code }: QuestionProps['about']): SupportSubject {
  return { kind, ref: [id ?? '–', code].filter((part) => part !== null).join(' ') };
}

/** Leads to a ticket about the result. */
function QuestionButton({ about, variant }: QuestionProps) {
  const { t } = useTranslation('verify');
  const support = useSupportLink();
  return (
    <a data-question="" href={support(subjectOf(about))} className={buttonClass({ variant })}>
      <LifeBuoy aria-hidden className="size-4" />
      {t('question')}
    </a>
  );
}

/** Below what a receipt does not prove. */
export function QuestionLink({ about }: Pick<QuestionProps, 'about'>) {
  return (
    <p className="-ms-3.5 mt-2 print:hidden">
      <QuestionButton about={about} variant="ghost" />
    </p>
  );
}

/** A check failed: to ask is the first thing to do, with the receipt beside it. */
export function QuestionFirst({ about, file }: Pick<QuestionProps, 'about'> & { readonly file: SaveProps }) {
  const { t } = useTranslation('verify');
  return (
    <div className="mt-4 print:hidden">
      <div className="flex flex-wrap gap-2.5">
        <QuestionButton about={about} variant="primary" />
        <SaveButton {...file} variant="outline" />
      </div>
      <p className="mt-2 text-13 text-mut">{t('question.hint')}</p>
    </div>
  );
}
