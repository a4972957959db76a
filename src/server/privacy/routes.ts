import type { PRIVACY } from '#protocol/tables/privacy.ts';
import { signedIn, type Handlers, type Reply } from '#server/routing/call.ts';
import type { Privacy } from './contract.ts';

type Told = Parameters<typeof reply>[0];

/** The answer of a subject as a reply. */
function reply(
  answer:
    | { readonly ok: true; readonly value: unknown }
    | { readonly ok: false; readonly refusal: Extract<Reply, { refusal: unknown }>['refusal'] },
): Reply {
  return answer.ok ? { status: 200, json: answer.value } : { refusal: answer.refusal };
}

const OK = { status: 200, json: { status: 'ok' } } as const;

type Rows = Pick<
  Handlers<typeof PRIVACY>,
  'consents' | 'agree' | 'close' | 'keep' | 'export' | 'askExport' | 'exportFile'
>;

export function privacyRoutes({ privacy }: { readonly privacy: Privacy }): Rows {
  const own = (call: Parameters<typeof signedIn>[0]) => signedIn(call).userId;
  const told = (answer: Told, json: unknown): Reply =>
    answer.ok ? { status: 200, json } : { refusal: answer.refusal };
  return {
    consents: async (call) => ({ status: 200, json: await privacy.consents(own(call)) }),
    agree: async (call) => reply(await privacy.agree({ ...call, actor: signedIn(call) }, call.body)),
    close: async (call) => {
      const answer = await privacy.close({ ...call, actor: signedIn(call) }, call.body.leaveBalance === true);
      if (!answer.ok) return { refusal: answer.refusal };
      return { status: 200, json: { status: 'ok', finalAt: new Date(answer.value.finalAt).toISOString() } };
    },
    keep: async ({ body }) => told(await privacy.keep(body.token), OK.json),
    export: async (call) => ({ status: 200, json: await privacy.export(own(call)) }),
    askExport: async (call) => ({ status: 200, json: await privacy.askExport({ ...call, actor: signedIn(call) }) }),
    exportFile: async ({ query, actor }) => {
      const answer = await privacy.exportFile({ ...query, actor });
      return answer.ok ? answer.value : { refusal: answer.refusal };
    },
  };
}
