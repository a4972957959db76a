import script from 'virtual:announcements-script';
import { useContext } from 'react';
import { NonceContext } from '#web/nonce.ts';
import { AnnouncementCard, OVER_PAGE } from './announcement-card.tsx';

/** Planned work and pauses on pages without framework code: empty, until a script has asked what there is. */
export function StaticAnnouncements() {
  const nonce = useContext(NonceContext);
  return (
    <>
      <div data-announcements="" aria-live="polite" className={OVER_PAGE}>
        <template>
          <AnnouncementCard />
        </template>
      </div>
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
    </>
  );
}
