import { CircleQuestionMark } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { Spaces } from '#web/i18n/spaces.ts';
import { cx } from './cx.ts';
import { Popover } from './popover.tsx';

type TextKey = keyof Spaces['terms'] & `${string}.text`;
/** A word that a newcomer meets and that has an explanation in `terms.json`. */
export type TermName = TextKey extends `${infer Name}.text` ? Name : never;
/** Those that also stand beside a field, where the label cannot be the button. */
type FieldTerm = keyof Spaces['terms'] extends infer Key ? (Key extends `${infer Name}.name` ? Name : never) : never;

const BUTTON =
  'inline-flex min-h-6 items-center gap-1 rounded-[6px] text-start text-inherit hover:text-text [&_svg]:size-3.5 [&_svg]:shrink-0 [&_svg]:text-faint hover:[&_svg]:text-text';

function Panel({ title, name }: { readonly title: ReactNode; readonly name: TermName }) {
  const { t } = useTranslation('terms');
  return (
    <div className="text-start font-450 whitespace-normal">
      <p className="font-620">{title}</p>
      <p className="mt-1 text-13 leading-5 text-mut">{t(`${name}.text`)}</p>
    </div>
  );
}

/**
 * A term with a question mark: a press opens what it means, in two sentences at most. By keyboard, mouse and touch alike; Esc closes it and
 * the focus returns. The page needs the namespace `terms`.
 */
export function Term(props: {
  readonly name: TermName;
  /** The term as this place calls it, and the title of what opens. */
  readonly children: ReactNode;
  readonly title?: ReactNode;
  readonly className?: string;
}) {
  return (
    <Popover
      align="start"
      trigger={
        // Taller than its line without making the line taller.
        <button
          type="button"
          data-term={props.name}
          className={cx(
            BUTTON,
            '-my-1 low:underline low:decoration-dotted low:underline-offset-2 low:[&_svg]:hidden',
            props.className,
          )}
        >
          {props.children}
          <CircleQuestionMark aria-hidden />
        </button>
      }
    >
      <Panel title={props.title ?? props.children} name={props.name} />
    </Popover>
  );
}

/** The question mark alone, beside the label of a field. */
export function FieldHelp({ name }: { readonly name: FieldTerm }) {
  const { t } = useTranslation('terms');
  const title = t(`${name}.name`);
  return (
    <Popover
      align="start"
      trigger={
        <button type="button" data-term={name} aria-label={title} className={cx(BUTTON, '-my-1 w-6 justify-center')}>
          <CircleQuestionMark aria-hidden />
        </button>
      }
    >
      <Panel title={title} name={name} />
    </Popover>
  );
}
