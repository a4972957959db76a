import type { ReactNode } from 'react';

const PILL =
  'flex min-h-9.5 shrink-0 items-center gap-[7px] rounded-pill px-3.5 font-540 whitespace-nowrap text-mut shadow-[inset_0_0_0_1px_var(--color-line2)] hover:text-text aria-[current]:bg-text aria-[current]:text-bg aria-[current]:shadow-none pointer-coarse:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0';
/** Of a row of them, which is moved sideways on a phone. */
export const PILL_ROW =
  '-mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:-mx-1 md:flex-wrap md:px-1';

/** A choice of a list that stands in its address. */
export function Pill(props: { readonly href: string; readonly on: boolean; readonly children: ReactNode }) {
  return (
    <a href={props.href} aria-current={props.on ? 'true' : undefined} className={PILL}>
      {props.children}
    </a>
  );
}
