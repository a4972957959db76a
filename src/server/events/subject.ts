import type { Subject } from '#server/subject.ts';
import { eventClarifiedAct, eventCorrectedAct, eventRuledAct, eventSplitAct, eventVoidedAct } from './acts.ts';
import { alertRoutes, type AlertParts } from './alerts/alerts.ts';
import { ALERTS_EVERY_MS, fireAlerts, type FireParts } from './alerts/fire.ts';
import { EVENT_CLOCK_MS, runClock } from './clock.ts';
import type { Events } from './contract.ts';
import { calibrationRoutes, type CalibrationParts } from './calibration/calibration.ts';
import { calibrationDesk } from './desk/calibration-desk.ts';
import { integrityRoutes } from './integrity/routes.ts';
import type { RestrictedParts } from './integrity/restricted.ts';
import { reportActs, reportFacts, reportsDesk } from './desk/reports-desk.ts';
import { restrictedActs, restrictedParts } from './desk/restricted-acts.ts';
import { eventActs, type EventActParts } from './desk/event-acts.ts';
import { eventFacts, eventsDesk, eventTimeline } from './desk/events-desk.ts';
import { seriesActs } from './desk/series-acts.ts';
import { seriesDesk, seriesFacts } from './desk/series-desk.ts';
import { createEvents, type EventParts } from './events.ts';
import type { MakerParts } from './house-maker.ts';
import type { MoveParts } from './moves.ts';
import { eventWatchers } from './people/store-watch.ts';
import { EVENTS_PERSONAL_DATA } from './personal-data.ts';
import type { PriceParts } from './prices.ts';
import { eventRoutes } from './routes.ts';
import { rulingFacts, rulingsDesk } from './rulings/rulings-desk.ts';
import { makeEvents, SERIES_EVERY_MS } from './series/make-events.ts';
import { proposedAt } from './integrity/store-proposals.ts';
import { booksOfEvent, eventLabels } from './store-public.ts';
import { readTexts } from './store-search.ts';
import { answerTicks, TICKS_EVERY_MS, type TickAnswerParts } from './ticks/answer-ticks.ts';

interface Made {
  readonly events: Events;
}

interface Colleagues {
  readonly colleagueOf: (userId: string) => Promise<{ readonly name: string }>;
}

export const EVENTS_SUBJECT = {
  offers: () => ({ eventLabels, eventWatchers, booksOfEvent, proposedAt }),
  create: (parts: EventParts): Made => ({ events: createEvents(parts) }),
  twoPeople: (parts: MoveParts) => [
    eventVoidedAct(parts),
    eventRuledAct(parts),
    eventClarifiedAct(parts),
    eventSplitAct(parts),
    eventCorrectedAct(parts),
  ],
  routes: (parts: EventParts & PriceParts & MakerParts & AlertParts & CalibrationParts & Made) => ({
    events: eventRoutes(parts),
    alerts: alertRoutes(parts),
    integrity: integrityRoutes(parts),
    calibration: calibrationRoutes(parts),
  }),
  upkeep: (parts: EventParts & FireParts & TickAnswerParts) => [
    { name: 'events', work: () => runClock(parts), everyMs: EVENT_CLOCK_MS },
    { name: 'words of events', work: async () => void (await readTexts(parts.db)), everyMs: EVENT_CLOCK_MS },
    { name: 'events of series', work: async () => void (await makeEvents(parts)), everyMs: SERIES_EVERY_MS },
    { name: 'results by our prices', work: async () => void (await answerTicks(parts)), everyMs: TICKS_EVERY_MS },
    { name: 'alerts', work: async () => void (await fireAlerts(parts)), everyMs: ALERTS_EVERY_MS },
  ],
  office: (parts: EventActParts & RestrictedParts & CalibrationParts & Colleagues) => ({
    desks: [eventsDesk(parts), seriesDesk(parts), reportsDesk(parts), rulingsDesk(parts), calibrationDesk(parts)],
    parts: [
      ...eventFacts(parts),
      ...restrictedParts(parts),
      ...seriesFacts(parts),
      reportFacts(parts),
      ...rulingFacts(parts),
    ],
    acts: [...eventActs(parts), ...restrictedActs(parts), ...seriesActs(parts), ...reportActs(parts)],
    timelines: [eventTimeline(parts)],
  }),
  personalData: EVENTS_PERSONAL_DATA,
} satisfies Subject;
