import { cx } from './cx.ts';

/** A change of price: a triangle, then the percentage; the sign is never colour alone. `text` is unsigned. */
export function Change(props: { readonly value: number; readonly text: string; readonly className?: string }) {
  const up = props.value >= 0;
  return (
    <span className={cx('num inline-flex items-center gap-1', up ? 'text-up' : 'text-down', props.className)}>
      <svg aria-hidden viewBox="0 0 8 6" className="h-1.5 w-2 shrink-0 fill-current">
        <path d={up ? 'M4 0l4 6H0z' : 'M4 6L0 0h8z'} />
      </svg>
      <span className="vh">{up ? '+' : '\u2212'}</span>
      {props.text}
    </span>
  );
}
