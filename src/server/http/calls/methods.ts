import { API_BASE, ENDPOINTS } from '#protocol/api.ts';

const PATHS = [...new Set(ENDPOINTS.map(({ endpoint }) => endpoint.path))].map((path) => ({
  pattern: new RegExp(`^${API_BASE}${path.replaceAll(/:\w+/g, '[^/]+')}$`),
  methods: ENDPOINTS.filter(({ endpoint }) => endpoint.path === path)
    .flatMap(({ endpoint: { method } }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    .toSorted(),
}));

/** Methods that the path of an address has in the endpoint tables, for the header Allow; none: no such path. */
export function methodsOf(url: string): readonly string[] {
  const path = url.split('?')[0] ?? '';
  return PATHS.find(({ pattern }) => pattern.test(path))?.methods ?? [];
}
