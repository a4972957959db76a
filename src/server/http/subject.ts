import type { BaseParts, Subject } from '#server/subject.ts';
import { configRoutes } from './public-config.ts';

export const HTTP = {
  routes: (parts: Pick<BaseParts, 'config' | 'settings'>) => ({ config: configRoutes(parts) }),
} satisfies Subject;
