import type { ReactNode } from 'react';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

/** A content page: header, main, footer. */
export function SiteFrame({ children, end }: { readonly children: ReactNode; readonly end?: ReactNode }) {
  return (
    <>
      <Header end={end} />
      <main id="content" className="page-x">
        {children}
      </main>
      <Footer />
    </>
  );
}
