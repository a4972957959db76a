import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { cx } from './cx.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'outline' | 'ghost' | 'danger' | 'up' | 'down';
export type ButtonSize = 'sm' | 'md' | 'lg' | 'xl';

const VARIANTS: Readonly<Record<ButtonVariant, string>> = {
  primary: 'bg-brand text-on-brand hover:brightness-110',
  secondary: 'bg-s2 text-text hover:bg-s3',
  outline: 'text-text shadow-[inset_0_0_0_1px_var(--color-ctl)] hover:bg-s2',
  ghost: 'text-mut hover:bg-s2 hover:text-text',
  danger: 'bg-bad-soft text-bad hover:brightness-110',
  up: 'bg-up text-on-up hover:brightness-105',
  down: 'bg-down text-on-down hover:brightness-105',
};

const SIZES: Readonly<Record<ButtonSize, string>> = {
  sm: 'min-h-8 px-3 text-13 rounded-[9px]',
  md: 'min-h-9 px-3.5 text-14 rounded-btn',
  lg: 'min-h-12 px-4.5 text-15 rounded-field font-620',
  xl: 'min-h-[3.375rem] px-6 text-16 rounded-trade font-620',
};

/** Classes of a button, for links that look like one. */
export function buttonClass({
  variant = 'secondary',
  size = 'md',
  wide = false,
}: { variant?: ButtonVariant; size?: ButtonSize; wide?: boolean } = {}): string {
  return cx(
    'inline-flex items-center justify-center gap-2 py-1 text-center font-540 leading-tight transition-[filter,background-color,transform] duration-120 ease-out active:scale-[.985] pointer-coarse:min-h-11',
    'aria-disabled:bg-s2 aria-disabled:text-faint aria-disabled:active:scale-100 aria-disabled:hover:brightness-100',
    VARIANTS[variant],
    SIZES[size],
    wide && 'w-full',
  );
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  readonly wide?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button. Off is `aria-disabled`, so that it stays reachable and can say what is missing. */
export function Button({ variant, size, wide, className, type = 'button', ...rest }: ButtonProps) {
  const classes = buttonClass({
    ...(variant === undefined ? {} : { variant }),
    ...(size === undefined ? {} : { size }),
    ...(wide === undefined ? {} : { wide }),
  });
  return <button type={type} className={cx(classes, className)} {...rest} />;
}

export interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Read by screen readers and shown by Tooltip. */
  readonly label: string;
  readonly children: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A square button with an icon and an unseen name. */
export function IconButton({ label, className, type = 'button', children, ...rest }: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={cx(
        'relative grid size-9 shrink-0 place-items-center rounded-btn text-mut transition-colors duration-120 hover:bg-s2 hover:text-text aria-pressed:text-brand-text pointer-coarse:size-11 [&_svg]:size-4.5',
        className,
      )}
      {...rest}
    >
      {children}
    </button>
  );
}
