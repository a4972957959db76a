import { useEffect, useState } from 'react';
import { TriangleAlert, X } from 'lucide-react';
import type { AnnouncementsWire } from '#protocol/status/status.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { LOCALE_FACTS } from '#web/i18n/locales.ts';
import { useShell } from '#web/shell-context.ts';
import { Chip } from '#web/ui/states.tsx';
import { concerned, type Announcement } from './concerned.ts';

const EVERY_MS = 60_000;
const AWAY = 'announcements-away';
const MOST_AWAY = 50;

/** Those that this browser has put away. */
function putAway(): readonly string[] {
  try {
    return (localStorage.getItem(AWAY) ?? '').split(' ').filter((id) => id !== '');
  } catch {
    return [];
  }
}

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

/** Planned work and pauses, over the pages that they are about, until each is put away or over. On phones it stands above the page. */
export function Announcements() {
  const { t } = useTranslation('common');
  const { locale, page, pathname } = useShell();
  const items = useAnnouncements(LOCALE_FACTS[locale].lang);
  const [here, setHere] = useState<readonly string[]>([]);
  // On the server, and at first, there is nothing to be put away.
  const away = items.length === 0 ? here : [...putAway(), ...here];
  const shown = concerned(items, { page, path: pathname, away });
  const hide = (id: string) => {
    const all = [...putAway(), id].slice(-MOST_AWAY);
    setHere(all);
    try {
      localStorage.setItem(AWAY, all.join(' '));
    } catch {
      // It is away until the page is loaded anew.
    }
  };
  return (
    <div
      aria-live="polite"
      className="md:pointer-events-none md:fixed md:inset-x-0 md:top-16 md:z-30 md:mx-auto md:grid md:max-w-[640px] md:gap-2 md:px-4"
    >
      {shown.map(({ id, title, text, pair }) => (
        <div
          key={id}
          className="pointer-events-auto flex items-start gap-3 border-b border-line bg-s1 px-4 py-3 text-13 md:rounded-field md:border md:shadow-[0_8px_32px_rgb(0_0_0/.28)]"
        >
          <TriangleAlert aria-hidden className="mt-0.5 size-4.5 shrink-0 text-warn" />
          <p className="min-w-0 flex-1 text-mut text-pretty">
            <b className="text-text">{title}</b> {pair === null ? null : <Chip>{pair}</Chip>} {text}
          </p>
          <button
            type="button"
            aria-label={t('btn.close')}
            onClick={() => hide(id)}
            className="grid size-8 shrink-0 place-items-center rounded-btn text-mut hover:bg-s2 hover:text-text pointer-coarse:size-11"
          >
            <X aria-hidden className="size-4.5" />
          </button>
        </div>
      ))}
    </div>
  );
}
