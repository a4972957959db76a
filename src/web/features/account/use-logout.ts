import { useSession } from '#web/api/session.tsx';
import { useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';

/** Ends this session and leaves for the start page; without a network the page is left all the same. */
export function useLogout(): () => void {
  const { client } = useSession();
  const { config, locale } = useShell();
  return () => {
    const leave = () => globalThis.location.assign(link(config, 'main', pathOf('landing', locale)));
    client.call('auth.logout').then(leave, leave);
  };
}
