import { isKnown } from '#web/api/known.ts';
import { useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';

/** To the other account: to demo at once, to real by a question first; nowhere for those who never signed in here. */
export function useOtherRealm(realm: 'real' | 'demo', ask: () => void): () => void {
  const { config, locale } = useShell();
  return () => {
    if (realm === 'real') location.assign(link(config, 'main', pathOf('trading-demo', locale)));
    else if (isKnown(document.cookie)) ask();
  };
}
