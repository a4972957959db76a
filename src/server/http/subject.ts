import type { BaseParts, Subject } from '#server/subject.ts';
import { healthOf, type HealthParts } from './health.ts';
import { configRoutes } from './public-config.ts';

export const HTTP = {
  create: (parts: Pick<HealthParts, 'db' | 'bus' | 'pairCache' | 'proofs'>) => ({
    /** Whether what predictions need is up. */
    readiness: () => healthOf(parts),
  }),
  routes: (parts: Pick<BaseParts, 'config' | 'settings'>) => ({ config: configRoutes(parts) }),
} satisfies Subject;
