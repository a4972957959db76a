import type { ReactNode } from 'react';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { Guard } from '../part.tsx';

/** A content page: header, main, footer. */
export function SiteFrame({ children, end }: { readonly children: ReactNode; readonly end?: ReactNode }) {
  return (
    <>
      <Header end={end} />
      <main id="content" className="page-x">
        <Guard>{children}</Guard>
      </main>
      <Footer />
    </>
  );
}
