import assert from 'node:assert/strict';
import type { DOCUMENTS } from '#protocol/tables/documents.ts';
import { answer, answerOk } from '#server/routing/answer.ts';
import { signedIn, type Handlers } from '#server/routing/call.ts';
import type { Documents } from './contract.ts';

export function documentRoutes({ documents }: { readonly documents: Documents }): Handlers<typeof DOCUMENTS> {
  return {
    read: async (call) => ({ status: 200, json: await documents.read(signedIn(call).userId) }),
    begin: async (call) => answer(await documents.begin(signedIn(call).userId, call.body)),
    part: async (call) => {
      assert(call.file !== null, 'a route for files was reached without one');
      const part = { id: call.params.id, at: call.query.at, bytes: call.file.bytes };
      return answer(await documents.addPart(signedIn(call).userId, part));
    },
    finish: async (call) => answer(await documents.finish(signedIn(call).userId, call.params.id)),
    drop: async (call) => answerOk(await documents.drop(signedIn(call).userId, call.params.id)),
    send: async (call) => answer(await documents.send(signedIn(call).userId, { ...call.params, ...call.body })),
    appeal: async (call) => answer(await documents.appeal(signedIn(call).userId, call.params.document)),
    link: async (call) => answer(await documents.link(signedIn(call).userId, call.params.id)),
    views: async (call) => ({ status: 200, json: { items: await documents.views(signedIn(call).userId) } }),
  };
}
