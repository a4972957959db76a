import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { ChallengeNote } from '#web/challenge.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '../button.tsx';
import type { ButtonVariant } from '../button.tsx';
import { ProblemBox } from '../call/problem-box.tsx';
import { cx } from '../cx.ts';
import type { Form as FormState } from './use-form.ts';

/** The element of a form of `useForm`; without a class its parts stand below each other. */
export function Form<V extends FieldValues>(props: {
  readonly form: FormState<V>;
  readonly children: ReactNode;
  readonly className?: string;
}) {
  const { mount, submit } = props.form;
  return (
    <form ref={mount} onSubmit={submit} noValidate className={cx(props.className ?? 'grid gap-4')}>
      {props.children}
    </form>
  );
}

/** The end of a form: what went wrong, the wait that the server wants, and the one button, which says what is missing. */
export function FormEnd<V extends FieldValues>(props: {
  readonly form: FormState<V>;
  /** What the button says. */
  readonly says: ReactNode;
  /** What it says while the call runs. */
  readonly busy?: ReactNode;
  readonly variant?: ButtonVariant;
}) {
  const { t } = useTranslation('kit');
  const { form, variant = 'primary' } = props;
  return (
    <>
      <ProblemBox problem={form.problem} />
      <ChallengeNote of={form.patience} />
      <Button type="submit" variant={variant} size="lg" wide aria-disabled={form.gap !== null || form.busy}>
        {form.busy ? (props.busy ?? t('saving')) : (form.gap?.says ?? props.says)}
      </Button>
    </>
  );
}
