import type { ReactNode } from 'react';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { Guard } from '../part.tsx';

/** A content page: header, main, footer. */
export function SiteFrame(props: {
  readonly children: ReactNode;
  /** What stands at the end of the header, and in place of the ways to sign in. */
  readonly end?: ReactNode;
  readonly account?: ReactNode;
}) {
  return (
    // The footer of a short page stands at the end of the window.
    <div className="flex min-h-dvh flex-col">
      <Header end={props.end} account={props.account} />
      <main id="content" className="page-x flex-1">
        <Guard>{props.children}</Guard>
      </main>
      <Footer />
    </div>
  );
}
