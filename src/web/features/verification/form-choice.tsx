import { Car, FileText, IdCard, BookUser, Landmark, Receipt } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';

const ICONS: Readonly<Record<string, typeof Car>> = {
  id_card: IdCard,
  passport: BookUser,
  licence: Car,
  bill: Receipt,
  statement: Landmark,
  letter: FileText,
};

/** Which form of a document is sent: one press each. */
export function FormChoice(props: {
  readonly name: string;
  readonly forms: readonly string[];
  readonly chosen: string;
  readonly onChoose: (form: string) => void;
}) {
  const { t } = useTranslation('verification');
  const { name, forms, chosen, onChoose } = props;
  return (
    <fieldset className="grid gap-2 sm:grid-cols-3">
      <legend className="vh">{t('form')}</legend>
      {forms.map((form) => {
        const Icon = ICONS[form] ?? FileText;
        return (
          <label
            key={form}
            className="flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-field bg-s2 px-3 py-2 text-center text-14 font-540 hover:bg-s3 has-checked:bg-brand-soft has-checked:outline-1 has-checked:-outline-offset-1 has-checked:outline-brand-text has-focus-visible:outline-2 has-focus-visible:outline-brand-text"
          >
            <input
              type="radio"
              name={`form-${name}`}
              value={form}
              checked={form === chosen}
              onChange={() => onChoose(form)}
              className="vh"
            />
            <Icon aria-hidden className="size-4.5 shrink-0" />
            {t(`form.${form}` as 'form.passport')}
          </label>
        );
      })}
    </fieldset>
  );
}
