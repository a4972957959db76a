const AWAY = 'announcements-away';
const MOST_AWAY = 50;

/** Ids of the announcements that this browser has put away, the oldest first. */
export function putAway(): readonly string[] {
  try {
    return (localStorage.getItem(AWAY) ?? '').split(' ').filter((id) => id !== '');
  } catch {
    return [];
  }
}

/** Puts one away: until the page is loaded anew where this browser keeps nothing. */
export function putOneAway(id: string): void {
  try {
    localStorage.setItem(AWAY, [...putAway(), id].slice(-MOST_AWAY).join(' '));
  } catch {
    // Nothing is kept here.
  }
}
