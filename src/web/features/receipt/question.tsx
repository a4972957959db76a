import { LifeBuoy } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { mailAddress } from '#web/email/mail-address.ts';
import { useShell } from '#web/shell-context.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { questionMail, type Questioned } from './question-mail.ts';
import { SaveButton, type SaveProps } from './result-parts.tsx';

interface QuestionProps {
  readonly about: Questioned;
  readonly variant: 'primary' | 'ghost';
}

/** Leads to a mail to the house; where no address is named, the question is copied, to be sent by another way. */
function QuestionButton({ about, variant }: QuestionProps) {
  const { t } = useTranslation('verify');
  const { supportEmail } = useShell().config;
  const mail = questionMail(t, about);
  const inside = (
    <>
      <LifeBuoy aria-hidden className="size-4" />
      {t('question')}
    </>
  );
  if (supportEmail !== null) {
    return (
      <a data-question="" href={mailAddress(supportEmail, mail)} className={buttonClass({ variant })}>
        {inside}
      </a>
    );
  }
  const copy = () => {
    navigator.clipboard.writeText(`${mail.subject}\n\n${mail.body}`).then(
      () => showToast({ id: 'question', tone: 'info', title: t('question.copied'), text: t('question.copied.text') }),
      () => undefined,
    );
  };
  return (
    <Button data-question="" variant={variant} onClick={copy}>
      {inside}
    </Button>
  );
}

/** Below what a receipt does not prove. */
export function QuestionLink({ about }: { readonly about: Questioned }) {
  return (
    <p className="-ms-3.5 mt-2 print:hidden">
      <QuestionButton about={about} variant="ghost" />
    </p>
  );
}

/** A check failed: to ask is the first thing to do, with the receipt beside it. */
export function QuestionFirst({ about, file }: { readonly about: Questioned; readonly file: SaveProps }) {
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
