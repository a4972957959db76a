import { useEffect, useState } from 'react';
import { ChevronDown, TriangleAlert, X } from 'lucide-react';
import type { AnnouncementsWire } from '#protocol/status/status.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { LOCALE_FACTS } from '#web/i18n/locales.ts';
import { useFormats, useShell } from '#web/shell-context.ts';
import { cx } from '#web/ui/cx.ts';
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

const CARD =
  'pointer-events-auto border-b border-line bg-s1 text-13 md:rounded-field md:border md:shadow-[0_8px_32px_rgb(0_0_0/.28)]';

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
      {isMany && !isOpen ? null : shown.map((one) => <Card key={one.id} one={one} onClose={() => hide(one.id)} />)}
    </div>
  );
}

function Card({ one, onClose }: { readonly one: Announcement; readonly onClose: () => void }) {
  const { t } = useTranslation('common');
  const { title, text, pair } = one;
  return (
    <div className={cx(CARD, 'flex items-start gap-3 px-4 py-3')}>
      <TriangleAlert aria-hidden className="mt-0.5 size-4.5 shrink-0 text-warn" />
      <p className="min-w-0 flex-1 text-mut text-pretty">
        <b className="text-text">{title}</b> {pair === null ? null : <Chip>{pair}</Chip>} {text}
      </p>
      <button
        type="button"
        aria-label={t('btn.close')}
        onClick={onClose}
        className="grid size-8 shrink-0 place-items-center rounded-btn text-mut hover:bg-s2 hover:text-text pointer-coarse:size-11"
      >
        <X aria-hidden className="size-4.5" />
      </button>
    </div>
  );
}
