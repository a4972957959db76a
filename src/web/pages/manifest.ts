import type { LoaderFunctionArgs } from 'react-router';

/** What a phone needs to keep the product on its first screen, under the name that this house has. */
export function loader({ context }: LoaderFunctionArgs) {
  const { brand } = context.config;
  const body = {
    name: brand,
    short_name: brand,
    start_url: '/',
    display: 'standalone',
    background_color: '#090c12',
    theme_color: '#090c12',
    icons: [{ src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
  };
  return new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/manifest+json' } });
}
