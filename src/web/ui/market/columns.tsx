import type { ReactNode } from 'react';

/** A wide column and a narrow one, which stand below each other where there is no place. */
export function Columns(props: { readonly main: ReactNode; readonly side: ReactNode }) {
  return (
    <div className="grid gap-4 xl:grid-cols-[minmax(0,1.42fr)_minmax(0,1fr)] xl:items-start">
      <div className="grid min-w-0 gap-4">{props.main}</div>
      <div className="grid min-w-0 gap-4">{props.side}</div>
    </div>
  );
}
