import type { INTEGRITY } from '#protocol/tables/content/integrity.ts';
import { isRowId, toIso } from '#protocol/codecs.ts';
import type { OwnReport } from '#protocol/events/integrity.ts';
import { signedIn, type Handlers, type Reply } from '#server/routing/call.ts';
import { booksOfEvent } from '../store-public.ts';
import { reportEvent, type ReportParts } from './reports.ts';
import { lastReport, type EventReport } from './store-reports.ts';
import { findStanding, putAttestation } from './store-restricted.ts';

const ABSENT: Reply = { refusal: { code: 'NotFound' } };

const reportWire = (found: EventReport | null): { readonly report: OwnReport | null } => {
  if (found === null) return { report: null };
  const { reason, text, state, madeAt } = found;
  return { report: { reason, text: text ?? '', state, at: toIso(madeAt) } };
};

/** What a person says of themselves and an event, and what they report of it. */
export function integrityRoutes(parts: ReportParts): Handlers<typeof INTEGRITY> {
  const { db, clock } = parts;
  const isThere = async (id: string) => isRowId(id) && (await booksOfEvent(db, id)).length > 0;
  return {
    standing: async (call) => {
      const eventId = call.params.id;
      if (!(await isThere(eventId))) return ABSENT;
      return { status: 200, json: await findStanding(db, { userId: signedIn(call).userId, eventId }) };
    },
    attest: async (call) => {
      const eventId = call.params.id;
      if (!(await isThere(eventId))) return ABSENT;
      const { userId } = signedIn(call);
      const done = await putAttestation(db, { userId, eventId, ...call.body, at: clock.now() });
      if (!done) return { refusal: { code: 'InvalidRequest', fields: { version: 'unknown' } } };
      return { status: 200, json: await findStanding(db, { userId, eventId }) };
    },
    ownReport: async (call) => {
      const eventId = call.params.id;
      if (!(await isThere(eventId))) return ABSENT;
      return { status: 200, json: reportWire(await lastReport(db, { userId: signedIn(call).userId, eventId })) };
    },
    report: async (call) => {
      const eventId = call.params.id;
      if (!(await isThere(eventId))) return ABSENT;
      const made = await reportEvent(parts, { userId: signedIn(call).userId, eventId, ...call.body });
      return made.ok ? { status: 200, json: reportWire(made.value) } : { refusal: made.refusal };
    },
  };
}
