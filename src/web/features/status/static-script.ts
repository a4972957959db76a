/** Tells pages without framework code what `Announcements` tells the others (`static-announcements.tsx`): once, when the page is opened. */
import type { AnnouncementsWire } from '#protocol/status/status.ts';
import { concerned } from './concerned.ts';
import { putAway, putOneAway } from './put-away.ts';

const box = document.querySelector<HTMLElement>('[data-announcements]');
// Who cannot be told reads the page as it is.
if (box !== null) void tell(box).catch(() => undefined);

async function tell(box: HTMLElement): Promise<void> {
  const form = box.querySelector('template')?.content.firstElementChild;
  const language = document.documentElement.lang;
  const answer = await fetch('/api/v2/status/announcements', { headers: { 'accept-language': language } });
  if (!answer.ok || form === null || form === undefined) return;
  const { items } = (await answer.json()) as AnnouncementsWire;
  for (const { id, title, text } of concerned(items, { page: null, path: location.pathname, away: putAway() })) {
    const card = form.cloneNode(true) as HTMLElement;
    card.querySelector('b')!.textContent = title;
    card.querySelector('p')!.append(text);
    card.querySelector('button')!.addEventListener('click', () => {
      putOneAway(id);
      card.remove();
    });
    box.append(card);
  }
}
