import type { EventWire } from '#protocol/events/events.ts';

const OPEN = 'https://schema.org/EventScheduled';
const CANCELLED = 'https://schema.org/EventCancelled';

/** An event as schema.org has it, as text for a script element: nothing in it ends the element. */
export function eventData({ title, summary, language, markets }: EventWire, url: string): string {
  const times = markets.flatMap(({ opensAt, cutOffAt }) => [Date.parse(opensAt), Date.parse(cutOffAt)]);
  const isVoid = markets.length > 0 && markets.every(({ outcome }) => outcome === 'VOID');
  const shown = {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: title,
    description: summary,
    inLanguage: language,
    startDate: new Date(Math.min(...times)).toISOString(),
    endDate: new Date(Math.max(...times)).toISOString(),
    eventStatus: isVoid ? CANCELLED : OPEN,
    eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    location: { '@type': 'VirtualLocation', url },
    url,
  };
  return JSON.stringify(shown).replaceAll('<', '\\u003c');
}
