import { useEffect } from 'react';
import type { Client } from './client.ts';
import { visitOrigin } from './origin.ts';

/** Which arrival this tab has told of: a reader who goes from page to page came once. */
const TOLD = 'tikvo.origin.told';

/** Says once a tab where its visitor came from, if an address said so. `ready`: the page knows whom it acts for. Nothing hangs on the answer. */
export function usePageView(client: Client, ready: boolean): void {
  useEffect(() => {
    if (!ready) return;
    const origin = visitOrigin(location.search, document.cookie);
    const text = JSON.stringify(origin);
    try {
      if (text === '{}' || sessionStorage.getItem(TOLD) === text) return;
      sessionStorage.setItem(TOLD, text);
    } catch {
      // A browser that keeps nothing would tell on every page: then rather not at all.
      return;
    }
    client.call('auth.pageView', { body: origin }).catch(() => undefined);
  }, [client, ready]);
}
