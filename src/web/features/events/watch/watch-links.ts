import { hostOf, signInAddress } from '#web/redirects.ts';
import { useShell } from '#web/shell-context.ts';

/** Names the event in the address whose star was pressed by somebody who had to sign in first. */
export const WISHED = 'watch';

/** The way to sign-in that leads back to a path of the events site, with a star pressed where `eventId` is given. */
export function useWatchSignIn(): (path: string, eventId?: string) => string {
  const { config, locale } = useShell();
  return (path, eventId) => {
    const back = new URL(path, 'http://ours.invalid');
    if (eventId !== undefined) back.searchParams.set(WISHED, eventId);
    const redirect = `${back.pathname}${back.search}`;
    return signInAddress(config, locale, { tab: 'login', redirect, host: hostOf('events') });
  };
}
