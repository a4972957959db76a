import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from '../cx.ts';
import { useCurrentInView } from './current-in-view.ts';

export interface LinkTab {
  readonly href: string;
  readonly label: ReactNode;
  readonly current: boolean;
}

/** A row of links that looks like tabs: each section has its own address. On phones it scrolls, with the current one in view. */
export function LinkTabs(props: {
  readonly label: string;
  readonly items: readonly LinkTab[];
  readonly className?: string;
}) {
  const row = useCurrentInView(props.items.find((item) => item.current)?.href ?? '');
  return (
    <nav
      ref={row}
      aria-label={props.label}
      className={cx(
        'flex gap-2 fade-x overflow-x-auto border-b border-line font-540 [scrollbar-width:none] md:gap-3',
        props.className,
      )}
    >
      {props.items.map((item) => (
        <Link
          key={item.href}
          to={item.href}
          preventScrollReset
          aria-current={item.current ? 'page' : undefined}
          className="-mb-px flex min-h-10 shrink-0 items-center border-b-2 border-transparent px-1.5 whitespace-nowrap first:-ms-1.5 text-mut hover:text-text aria-[current]:border-brand-text aria-[current]:text-text focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
        >
          {item.label}
        </Link>
      ))}
    </nav>
  );
}
