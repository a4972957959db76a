import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { CallInput } from '#web/api/calls.ts';
import { useShell } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { ProblemBox } from '#web/ui/call/problem-box.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { focusPart } from '#web/ui/focus-part.ts';
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
  const [typed, setTyped] = useState('');
  const tag = LOCALE_FACTS[locale].tag;
  const right = typed.trim().toLocaleUpperCase(tag) === word.toLocaleUpperCase(tag);
  const label = t('word.label', { word });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!right) return focusPart(event.currentTarget, 'word');
    void exclude.send({ body }).then((now) => (now === null ? undefined : onClose()));
    return undefined;
  };
  return (
    <Sheet open onOpenChange={(open) => (open ? undefined : onClose())} title={title}>
      <form className="grid gap-4" onSubmit={submit} noValidate>
        <Banner tone="warn">{text}</Banner>
        <Field
          name="word"
          label={label}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <ProblemBox problem={exclude.problem} />
        <Button type="submit" variant="danger" size="lg" wide aria-disabled={!right || exclude.busy}>
          {right ? title : label}
        </Button>
        <Button variant="ghost" wide onClick={onClose}>
          {t('word.keep')}
        </Button>
      </form>
    </Sheet>
  );
}
