import type { EventWire } from '#protocol/events/events.ts';

const OPEN = 'https://schema.org/EventScheduled';
const CANCELLED = 'https://schema.org/EventCancelled';

/** An event as schema.org has it. */
export function eventData({ title, summary, language, markets }: EventWire, url: string): object {
  const times = markets.flatMap(({ opensAt, cutOffAt }) => [Date.parse(opensAt), Date.parse(cutOffAt)]);
  const isVoid = markets.length > 0 && markets.every(({ outcome }) => outcome === 'VOID');
  return {
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
}
