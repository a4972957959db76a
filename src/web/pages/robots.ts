import type { LoaderFunctionArgs } from 'react-router';

/** Everything public may be read by search engines; what may not says so itself. The API is no page. */
export function loader({ context }: LoaderFunctionArgs) {
  const { main } = context.config.origins;
  const body = `User-agent: *\nDisallow: /api/\nSitemap: ${main}/sitemap.xml\n`;
  return new Response(body, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
