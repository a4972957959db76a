import { useEffect, useState } from 'react';
import { ChevronDown, TriangleAlert } from 'lucide-react';
import type { AnnouncementsWire } from '#protocol/status/status.ts';
import { LOCALE_FACTS } from '#web/i18n/locales.ts';
import { useFormats, useShell } from '#web/shell-context.ts';
import { cx } from '#web/ui/cx.ts';
import { Chip } from '#web/ui/states.tsx';
import { AnnouncementCard, CARD, OVER_PAGE } from './announcement-card.tsx';
import { concerned, type Announcement } from './concerned.ts';
import { putAway, putOneAway } from './put-away.ts';

const EVERY_MS = 60_000;

/** What everybody is told, asked for each minute while the page is looked at. */
function useAnnouncements(language: string): readonly Announcement[] {
  const [items, setItems] = useState<readonly Announcement[]>([]);
  useEffect(() => {
    const ending = new AbortController();
    const ask = async () => {
      if (document.visibilityState !== 'visible') return;
      const { signal } = ending;
      const answer = await fetch('/api/v2/status/announcements', { headers: { 'accept-language': language }, signal });
      if (answer.ok) setItems(((await answer.json()) as AnnouncementsWire).items);
    };
    // Who cannot be told reads the page as it is.
    const quietly = () => void ask().catch(() => undefined);
    quietly();
    const timer = setInterval(quietly, EVERY_MS);
    document.addEventListener('visibilitychange', quietly, { signal: ending.signal });
    return () => {
      clearInterval(timer);
      ending.abort();
    };
  }, [language]);
  return items;
}

/**
 * Planned work and pauses, over the pages that they are about, until each is put away or over. On phones it stands above the page. Several
 * are one line, so that what the page is for stays in sight; it opens to all of them.
 */
export function Announcements() {
  const { locale, page, pathname } = useShell();
  const formats = useFormats();
  const items = useAnnouncements(LOCALE_FACTS[locale].lang);
  const [here, setHere] = useState<readonly string[]>([]);
  const [isOpen, setOpen] = useState(false);
  // On the server, and at first, there is nothing to be put away.
  const away = items.length === 0 ? here : [...putAway(), ...here];
  const shown = concerned(items, { page, path: pathname, away });
  const [first] = shown;
  const isMany = shown.length > 1;
  const hide = (id: string) => {
    setHere([...here, id]);
    putOneAway(id);
  };
  return (
    <div aria-live="polite" className={OVER_PAGE}>
      {first === undefined || !isMany ? null : (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className={cx(CARD, 'flex min-h-11 w-full items-center gap-3 px-4 py-2 text-start hover:bg-s2')}
        >
          <TriangleAlert aria-hidden className="size-4.5 shrink-0 text-warn" />
          <b className="min-w-0 flex-1 truncate">{first.title}</b>
          <Chip>
            <bdi dir="ltr">+{formats.number(shown.length - 1)}</bdi>
          </Chip>
          <ChevronDown aria-hidden className={cx('size-4.5 shrink-0 text-mut', isOpen && 'rotate-180')} />
        </button>
      )}
      {isMany && !isOpen
        ? null
        : shown.map((one) => <AnnouncementCard key={one.id} one={one} onClose={() => hide(one.id)} />)}
    </div>
  );
}
