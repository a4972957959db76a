import type { ClientInstrumentation } from 'react-router';
import { fetchCode } from './fetch-code.ts';
import { pageAt } from './site.ts';

/** The router keeps the address of each page's code here; it is not in its types. */
interface Manifest {
  readonly routes: Readonly<Record<string, { readonly module: string } | undefined>>;
}

/**
 * A page whose code does not come, as after an upgrade of the server, is asked of the server as a whole: the router itself would load the
 * page anew that is being left, and the press of the link would be lost. Of edits that are not saved the browser asks.
 */
export const wishedPage: ClientInstrumentation = {
  router: (router) =>
    router.instrument({
      navigate: async (go, { to }) => {
        if (typeof to === 'string' && !(await comes(to))) {
          location.assign(to);
          await new Promise(() => undefined);
        }
        await go();
      },
    }),
};

/** Fetches the code of the page at an address; the router then finds it in the browser's memory. */
async function comes(to: string): Promise<boolean> {
  const { __reactRouterManifest: manifest } = globalThis as { readonly __reactRouterManifest?: Manifest };
  const page = pageAt(new URL(to, location.href).pathname);
  const module = page === null ? undefined : manifest?.routes[page.id]?.module;
  if (module === undefined) return true;
  return fetchCode(() => import(/* @vite-ignore */ module)).then(
    () => true,
    () => false,
  );
}
