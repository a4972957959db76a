const DAYS: Readonly<Record<string, string>> = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
};
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;
const UNITS: Readonly<Record<string, string>> = {
  HOURLY: 'hour',
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  YEARLY: 'year',
};
const ORDER = ['', 'first', 'second', 'third', 'fourth', 'fifth'] as const;

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** `3` the third, `-1` the last, `-2` the second last; from the sixth on a number. */
function placeOf(place: string): string {
  const fromEnd = place.startsWith('-');
  const digits = fromEnd ? place.slice(1) : place;
  if (fromEnd && digits === '1') return 'last';
  const word = ORDER[+digits] ?? `number ${digits}`;
  return fromEnd ? `${word} last` : word;
}

/** `FR` Friday, `1MO` the first Monday, `-1SU` the last Sunday. */
function dayOf(day: string): string {
  const name = DAYS[day.slice(-2)] ?? day;
  const place = day.slice(0, -2);
  return place === '' ? name : `the ${placeOf(place)} ${name}`;
}

/** A day of a month: `1` the 1st as a number, `-1` its last. */
const dateOf = (day: string): string => (day.startsWith('-') ? `the ${placeOf(day)}` : day);

/** `20261231T090000` as `2026-12-31 09:00`. */
const untilOf = (end: string): string =>
  `${end.slice(0, 4)}-${end.slice(4, 6)}-${end.slice(6, 8)} ${end.slice(9, 11)}:${end.slice(11, 13)}`;

/**
 * How a series repeats, in English words for the office: `FREQ=WEEKLY;BYDAY=MO,FR` is "Every week on Monday and Friday". Of a rule that
 * `isSeriesRule` takes; what has no words here (the first day of the week) changes nothing that a reader would miss.
 */
export function seriesWords(rule: string): string {
  const parts = new Map(rule.split(';').map((part) => [part.split('=')[0] ?? '', part.split('=')[1] ?? '']));
  const words = (name: string, of: (value: string) => string) => {
    const value = parts.get(name);
    return value === undefined ? null : listed(value.split(',').map(of));
  };
  const unit = UNITS[parts.get('FREQ') ?? ''] ?? 'time';
  const interval = parts.get('INTERVAL') ?? '1';
  const days = words('BYDAY', dayOf);
  const dates = words('BYMONTHDAY', dateOf);
  const months = words('BYMONTH', (month) => MONTHS[+month - 1] ?? month);
  const hours = words('BYHOUR', (hour) => `${hour.padStart(2, '0')}:00`);
  const picked = words('BYSETPOS', placeOf);
  const count = parts.get('COUNT');
  const until = parts.get('UNTIL');
  const said = [
    interval === '1' ? `Every ${unit}` : `Every ${interval} ${unit}s`,
    days === null ? null : `on ${days}`,
    dates === null ? null : `on day ${dates} of the month`,
    months === null ? null : `in ${months}`,
    hours === null ? null : `in the hours from ${hours}`,
  ].filter((part) => part !== null);
  const ends = [
    picked === null ? null : `only the ${picked} of them`,
    count === undefined ? null : count === '1' ? 'once' : `${count} times`,
    until === undefined ? null : `until ${untilOf(until)}`,
  ].filter((part) => part !== null);
  return [said.join(' '), ...ends].join(', ');
}
