import { matchRoutes, type ClientInstrumentation, type RouteObject } from 'react-router';
import { fetchCode } from './fetch-code.ts';

/** A page, or a frame of pages, as the router knows it: where it stands, and the address of its code. It is not in the router's types. */
interface KnownRoute {
  readonly id: string;
  readonly parentId?: string;
  readonly path?: string;
  readonly index?: boolean;
  readonly module: string;
}

type KnownRoutes = Readonly<Record<string, KnownRoute>>;

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

/** Fetches the code of the page at an address and of its frames; the router then finds it in the browser's memory. */
async function comes(wished: URL): Promise<boolean> {
  if (!navigator.onLine) return false;
  const { __reactRouterManifest: manifest } = globalThis as {
    readonly __reactRouterManifest?: { readonly routes: KnownRoutes };
  };
  const modules = codeAt(wished.pathname, manifest?.routes ?? {});
  return Promise.all(modules.map((module) => fetchCode(() => import(/* @vite-ignore */ module)))).then(
    () => true,
    () => false,
  );
}

/** Where the code of a page and of its frames is, as far as the router knows. */
function codeAt(pathname: string, routes: KnownRoutes): readonly string[] {
  const below = (parent: string | undefined): RouteObject[] =>
    Object.values(routes)
      .filter(({ parentId }) => parentId === parent)
      .map(({ id, path = '', index }) => (index === true ? { id, path, index } : { id, path, children: below(id) }));
  return (matchRoutes(below(undefined), pathname) ?? []).flatMap(({ route }) => routes[route.id ?? '']?.module ?? []);
}
