import { cx } from '../cx.ts';
import { Num } from '../num.tsx';

/** Which way a fraction points when it is shown in percent with two places. */
export function signOf(fraction: number): -1 | 0 | 1 {
  const shown = Math.round(fraction * 10_000);
  if (shown === 0) return 0;
  return shown > 0 ? 1 : -1;
}

/** A change of price: a triangle, then the percentage; the sign is never colour alone. `text` is unsigned. */
export function Change(props: { readonly value: number; readonly text: string; readonly className?: string }) {
  const sign = signOf(props.value);
  if (sign === 0) return <Num className={cx('text-mut', props.className)}>{props.text}</Num>;
  const up = sign > 0;
  return (
    <Num className={cx('inline-flex items-center gap-1', up ? 'text-up' : 'text-down', props.className)}>
      <svg aria-hidden viewBox="0 0 8 6" className="h-1.5 w-2 shrink-0 fill-current">
        <path d={up ? 'M4 0l4 6H0z' : 'M4 6L0 0h8z'} />
      </svg>
      <span className="vh">{up ? '+' : '\u2212'}</span>
      {props.text}
    </Num>
  );
}
