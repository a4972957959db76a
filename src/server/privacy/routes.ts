import type { PRIVACY } from '#protocol/tables/privacy.ts';
import { toIso } from '#protocol/codecs.ts';
import { answer, answerOk } from '#server/routing/answer.ts';
import { signedIn, type Handlers } from '#server/routing/call.ts';
import type { Privacy } from './contract.ts';

type Rows = Pick<
  Handlers<typeof PRIVACY>,
  'consents' | 'agree' | 'close' | 'keep' | 'export' | 'askExport' | 'exportFile' | 'looks'
>;

export function privacyRoutes({ privacy }: { readonly privacy: Privacy }): Rows {
  const own = (call: Parameters<typeof signedIn>[0]) => signedIn(call).userId;
  return {
    consents: async (call) => ({ status: 200, json: await privacy.consents(own(call)) }),
    agree: async (call) => answer(await privacy.agree({ ...call, actor: signedIn(call) }, call.body)),
    close: async (call) =>
      answer(
        await privacy.close({ ...call, actor: signedIn(call) }, call.body.leaveBalance === true),
        ({ finalAt }) => ({ status: 'ok', finalAt: toIso(finalAt) }),
      ),
    keep: async ({ body }) => answerOk(await privacy.keep(body.token)),
    export: async (call) => ({ status: 200, json: await privacy.export(own(call)) }),
    askExport: async (call) => ({ status: 200, json: await privacy.askExport({ ...call, actor: signedIn(call) }) }),
    looks: async (call) => ({ status: 200, json: await privacy.looks(own(call)) }),
    exportFile: async ({ query, actor }) => {
      const file = await privacy.exportFile({ ...query, actor });
      return file.ok ? file.value : { refusal: file.refusal };
    },
  };
}
