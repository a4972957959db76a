import type { ReactNode } from 'react';
import { StaffNote } from '#web/features/account/staff-note.tsx';
import { Footer } from '#web/ui/frame/footer.tsx';
import { Header } from '#web/ui/frame/header.tsx';
import { PhoneFrame } from '#web/ui/frame/phone-frame.tsx';

/** The trading page of a member of staff. */
export default function StaffPlace({ account }: { readonly account: ReactNode }) {
  return (
    <PhoneFrame>
      <Header kind="app" account={account} />
      <main id="content" className="page-x grid min-h-[calc(100svh-8rem)] content-start py-4 md:py-8">
        <StaffNote />
      </main>
      <Footer />
    </PhoneFrame>
  );
}
