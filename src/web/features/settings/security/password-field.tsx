import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Field } from '#web/ui/form/field.tsx';
import type { FieldProps } from '#web/ui/form/field.tsx';

/** A password that can be looked at. Paste and password managers work. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'end'>) {
  const { t } = useTranslation('settings');
  const [seen, setSeen] = useState(false);
  return (
    <Field
      {...props}
      type={seen ? 'text' : 'password'}
      dir="ltr"
      spellCheck={false}
      autoCapitalize="none"
      maxLength={256}
      end={
        <button
          type="button"
          aria-label={seen ? t('password.hide') : t('password.show')}
          aria-pressed={seen}
          onClick={() => setSeen(!seen)}
          className="-me-1.5 grid size-8 shrink-0 place-items-center rounded-btn hover:text-text pointer-coarse:-me-3 pointer-coarse:size-11"
        >
          {seen ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        </button>
      }
    />
  );
}
