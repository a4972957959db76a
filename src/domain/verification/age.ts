const OLDEST = 125;
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whole years of somebody born on a day, on another (both `YYYY-MM-DD`): who is born on 29 February ages on 1 March in other years. */
export function ageAt(born: string, today: string): number {
  const isBefore = today.slice(5) < born.slice(5);
  return yearOf(today) - yearOf(born) - (isBefore ? 1 : 0);
}

/** Is it a day of the calendar, not to come, of somebody who can be alive? */
export function isBirthDate(text: string, today: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text > today || ageAt(text, today) > OLDEST) return false;
  const [year, month, day] = [yearOf(text), Number(text.slice(5, 7)), Number(text.slice(8, 10))];
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && isLeap ? 29 : MONTH_DAYS[month - 1];
  return days !== undefined && day >= 1 && day <= days;
}

const yearOf = (date: string): number => Number(date.slice(0, 4));
