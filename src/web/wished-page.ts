import type { ClientInstrumentation } from 'react-router';
import { fetchCode } from './fetch-code.ts';
import { pageAt } from './site.ts';

/** The router keeps the address of each page's code here; it is not in its types. */
interface Manifest {
  readonly routes: Readonly<Record<string, { readonly module: string } | undefined>>;
}

/** Told to the window where a link was pressed without network: the page stays. */
export const STAYS = 'tikvo:stays';

/**
 * A page whose code does not come, as after an upgrade of the server, is asked of the server as a whole: the router itself would load the
 * page anew that is being left, and the press of the link would be lost. Of edits that are not saved the browser asks. Without network
 * nothing is left: whatever takes the place of a page could not be drawn.
 */
export const wishedPage: ClientInstrumentation = {
  router: (router) =>
    router.instrument({
      navigate: async (go, { to }) => {
        const wished = typeof to === 'string' ? new URL(to, location.href) : null;
        if (wished === null || wished.pathname === location.pathname || (await comes(wished))) {
          await go();
          return;
        }
        if (navigator.onLine) location.assign(wished);
        else dispatchEvent(new Event(STAYS));
        // Else the router would go on by itself.
        await new Promise(() => undefined);
      },
    }),
};

/** Fetches the code of the page at an address; the router then finds it in the browser's memory. */
async function comes(wished: URL): Promise<boolean> {
  if (!navigator.onLine) return false;
  const { __reactRouterManifest: manifest } = globalThis as { readonly __reactRouterManifest?: Manifest };
  const page = pageAt(wished.pathname);
  const module = page === null ? undefined : manifest?.routes[page.id]?.module;
  if (module === undefined) return true;
  return fetchCode(() => import(/* @vite-ignore */ module)).then(
    () => true,
    () => false,
  );
}
