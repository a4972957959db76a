import { useTranslation } from '#web/i18n/use-translation.ts';
import type { CallInput } from '#web/api/calls.ts';
import { useShell } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Form, FormEnd } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Sheet } from '#web/ui/sheet.tsx';
import { Banner } from '#web/ui/states.tsx';
import { LOCALE_FACTS } from '#web/i18n/locales.ts';
import { useLimitChange } from './use-limits.ts';

/** Says what cannot be undone, and asks for its word once. */
export function ConfirmByWord(props: {
  readonly title: string;
  readonly text: string;
  /** In the reader's language. */
  readonly word: string;
  readonly body: CallInput<'limits.exclude'>['body'];
  readonly onClose: () => void;
}) {
  const { title, text, word, body, onClose } = props;
  const { t } = useTranslation('limits');
  const { locale } = useShell();
  const exclude = useLimitChange('limits.exclude');
  const tag = LOCALE_FACTS[locale].tag;
  const label = t('word.label', { word });
  const form = useForm({
    start: { word: '' },
    call: exclude,
    missing: ({ word: typed }) =>
      typed.trim().toLocaleUpperCase(tag) === word.toLocaleUpperCase(tag) ? null : { name: 'word', says: label },
    send: async () => {
      const now = await exclude.send({ body });
      if (now !== null) onClose();
      return now;
    },
  });
  return (
    <Sheet open onOpenChange={(open) => (open ? undefined : onClose())} title={title}>
      <Form form={form}>
        <Banner tone="warn">{text}</Banner>
        <Field
          label={label}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...form.field('word')}
        />
        <FormEnd form={form} says={title} variant="danger" />
        <Button variant="ghost" wide onClick={onClose}>
          {t('word.keep')}
        </Button>
      </Form>
    </Sheet>
  );
}
