/** How pushes stand in this browser. `install`: they come to an installed app alone. `none`: it knows none. */
export type PushState = 'none' | 'install' | 'denied' | 'off' | 'on';

/** What a browser says of itself. */
export interface BrowserFacts {
  readonly knowsPush: boolean;
  readonly userAgent: string;
  readonly touchPoints: number;
  /** Was it begun from the first screen of a phone? */
  readonly isInstalled: boolean;
  readonly permission: NotificationPermission;
  readonly isSubscribed: boolean;
}

/** `isKnown`: the server tells this browser. */
export function pushState(facts: BrowserFacts, isKnown: boolean): PushState {
  if (!facts.knowsPush) return isIos(facts) && !facts.isInstalled ? 'install' : 'none';
  if (facts.permission === 'denied') return 'denied';
  return isKnown && facts.isSubscribed && facts.permission === 'granted' ? 'on' : 'off';
}

/** An iPad says that it is a Mac; no Mac has a screen to touch. */
function isIos({ userAgent, touchPoints }: BrowserFacts): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && touchPoints > 1);
}
