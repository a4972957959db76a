import { API_BASE, ENDPOINTS } from '#protocol/api.ts';

/** Of the back office: nothing on a public host. */
const OF_OFFICE = new Set(
  ENDPOINTS.flatMap(({ endpoint }) => (endpoint.permission === undefined ? [] : [endpoint.path])),
);

const PATHS = [...new Set(ENDPOINTS.map(({ endpoint }) => endpoint.path))].map((path) => ({
  isOffice: OF_OFFICE.has(path),
  pattern: new RegExp(`^${API_BASE}${path.replaceAll(/:\w+/g, '[^/]+')}$`),
  methods: ENDPOINTS.filter(({ endpoint }) => endpoint.path === path)
    .flatMap(({ endpoint: { method } }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    .toSorted(),
}));

/**
 * Methods that the path of an address has in the endpoint tables, for the header Allow; none: no such path. `withOffice`: asked for on a
 * host of the back office.
 */
export function methodsOf(url: string, { withOffice }: { readonly withOffice: boolean }): readonly string[] {
  const path = url.split('?')[0] ?? '';
  return PATHS.find(({ pattern, isOffice }) => (withOffice || !isOffice) && pattern.test(path))?.methods ?? [];
}
