import type { PageContext } from '#protocol/pages/page-context.ts';

declare module 'react-router' {
  interface AppLoadContext extends PageContext {}
}
