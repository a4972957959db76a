/**
 * The foot of a ticket: it stays in view while the ticket scrolls under it, above the bar of phones, and what is cut fades. Windows too low for
 * that scroll it too.
 */
export const STAYS =
  'sticky z-5 bg-s1 before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-(--fade,10px) before:bg-linear-to-t before:from-s1 before:to-transparent compact:bottom-(--phone-bar,0px) low-window:static';
