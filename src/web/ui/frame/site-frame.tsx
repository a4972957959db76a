import type { ReactNode } from 'react';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { Guard } from '../part.tsx';

/** A content page: header, main, footer. */
export function SiteFrame({ children, end }: { readonly children: ReactNode; readonly end?: ReactNode }) {
  return (
    // The footer of a short page stands at the end of the window.
    <div className="flex min-h-dvh flex-col">
      <Header end={end} />
      <main id="content" className="page-x flex-1">
        <Guard>{children}</Guard>
      </main>
      <Footer />
    </div>
  );
}
