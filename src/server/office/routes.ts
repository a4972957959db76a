import type { StaffRole } from '#domain/office/permissions.ts';
import type { OFFICE } from '#protocol/tables/office.ts';
import type { Staff } from '#server/desk/index.ts';
import { answer, answerOk } from '#server/routing/answer.ts';
import { signedIn, type Handlers } from '#server/routing/call.ts';
import type { ChartReader } from './charts.ts';
import type { Office, Teamwork } from './contract.ts';

/** Of a chart, unless said. */
const DAYS = 30;

/** Who asks. The rows of the back office let nobody else in. */
function staffOf(call: Parameters<typeof signedIn>[0] & { readonly address: string }): Staff {
  const { userId, role, sessionId } = signedIn(call);
  return { kind: 'staff', userId, role: role as StaffRole, sessionId, address: call.address };
}

export function officeRoutes({
  office,
  teamwork,
  charts,
}: {
  readonly office: Office;
  readonly charts: ChartReader;
  readonly teamwork: Teamwork;
}): Handlers<typeof OFFICE> {
  return {
    frame: async (call) => ({ status: 200, json: await office.frame(staffOf(call)) }),
    search: async (call) => ({ status: 200, json: await office.search(staffOf(call), call.query.q) }),
    list: async (call) => answer(await office.list(staffOf(call), { ...call.query, ...call.params })),
    record: async (call) => answer(await office.record(staffOf(call), call.params)),
    part: async (call) => answer(await office.part(staffOf(call), { ...call.query, ...call.params })),
    timeline: async (call) => answer(await office.timeline(staffOf(call), { ...call.query, ...call.params })),
    act: async (call) => {
      const { reason, fields = {} } = call.body;
      return answer(await office.act(staffOf(call), { ...call.params, reason, fields }));
    },
    note: async (call) => {
      const written = await teamwork.note(staffOf(call), call.params, call.body.text);
      return written.ok ? { status: 201, json: written.value } : { refusal: written.refusal };
    },
    tags: async (call) => answer(await teamwork.tag(staffOf(call), call.params, call.body.tags)),
    lock: async (call) => answer(await teamwork.lock(staffOf(call), call.params, call.body.how)),
    charts: async (call) => answer(charts.at(staffOf(call), call.params.place)),
    chart: async (call) =>
      answer(await charts.read(staffOf(call), { ...call.params, days: Number(call.query.days ?? DAYS) })),
    views: async (call) => ({ status: 200, json: await teamwork.views(staffOf(call)) }),
    saveView: async (call) => {
      const saved = await teamwork.saveView(staffOf(call), call.body);
      return saved.ok ? { status: 201, json: saved.value } : { refusal: saved.refusal };
    },
    dropView: async (call) => answerOk(await teamwork.dropView(staffOf(call), call.params.id)),
  };
}
