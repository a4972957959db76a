import type { ReactNode } from 'react';
import { BottomBar } from './bottom-bar.tsx';

/** A content page with the phone's bar below it: the page scrolls above the bar, which covers nothing. */
export function PhoneFrame({ children }: { readonly children: ReactNode }) {
  return (
    <div className="max-md:flex max-md:h-dvh max-md:flex-col print:block! print:h-auto!">
      <div className="relative max-md:min-h-0 max-md:flex-1 max-md:overflow-y-auto print:overflow-visible!">
        {children}
      </div>
      <BottomBar />
    </div>
  );
}
