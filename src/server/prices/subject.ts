import type { OfficeSeat } from '#server/desk/index.ts';
import type { BaseParts, Subject } from '#server/subject.ts';
import { incidentChart } from './desk/chart.ts';
import { incidentParts, incidentsDesk } from './desk/incidents-desk.ts';
import { ticksRoutes, type TickParts } from './routes.ts';

export const PRICES = {
  routes: (parts: TickParts) => ({ ticks: ticksRoutes(parts) }),
  office: (parts: Pick<BaseParts, 'db' | 'clock'>): OfficeSeat => ({
    desks: [incidentsDesk(parts)],
    parts: incidentParts(parts),
    charts: [incidentChart(parts)],
  }),
} satisfies Subject;
