import type { PageContext } from '#protocol/page-context.ts';

declare module 'react-router' {
  interface AppLoadContext extends PageContext {}
}
