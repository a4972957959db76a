import type { TextareaHTMLAttributes } from 'react';
import { cx } from '../cx.ts';
import { Labelled, type LabelledProps } from './labelled.tsx';

export interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement>, LabelledProps {
  readonly className?: string | undefined;
  readonly ref?: React.Ref<HTMLTextAreaElement>;
}

/** A field of several lines with its label. */
export function TextArea({ label, quiet, problem, hint, className, ...rest }: TextAreaProps) {
  return (
    <Labelled {...{ label, quiet, problem, hint, className }}>
      {(ties, wrong) => (
        <textarea
          {...ties}
          className={cx(
            'block w-full min-w-0 resize-y rounded-btn bg-s2 px-3 py-2 text-text outline-none focus:shadow-[inset_0_0_0_1.5px_var(--color-brand-text),0_0_0_3px_var(--color-brand-soft)] pointer-coarse:text-16',
            wrong ? 'shadow-[inset_0_0_0_1.5px_var(--color-bad)]' : 'shadow-[inset_0_0_0_1px_var(--color-ctl)]',
          )}
          {...rest}
        />
      )}
    </Labelled>
  );
}
