import type { Subject } from '#server/subject.ts';
import { ticksRoutes, type TickParts } from './routes.ts';

export const PRICES = {
  routes: (parts: TickParts) => ({ ticks: ticksRoutes(parts) }),
} satisfies Subject;
