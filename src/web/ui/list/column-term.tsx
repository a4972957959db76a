import type { ReactNode } from 'react';
import { Term, type TermName } from '../term.tsx';

/** Name of a column that has more to say: underlined, for a mark beside it takes the room of the value. The page needs the namespace `terms`. */
export function ColumnTerm({ name, children }: { readonly name: TermName; readonly children: ReactNode }) {
  return (
    <Term name={name} className="underline decoration-dotted underline-offset-2 [&_svg]:hidden">
      {children}
    </Term>
  );
}
