import assert from 'node:assert/strict';
import type { BLOG } from '#protocol/tables/content/blog.ts';
import type { Staff } from '#server/audit/index.ts';
import { answer } from '#server/routing/answer.ts';
import { signedIn, type Call, type Handlers, type Reply } from '#server/routing/call.ts';
import type { Blog } from './contract.ts';

const ABSENT: Reply = { refusal: { code: 'NotFound' } };

function byOf(call: Pick<Call<never>, 'actor' | 'address'>): Staff {
  const { userId, role, sessionId } = signedIn(call);
  return { kind: 'staff', userId, role, sessionId, address: call.address };
}

export function blogRoutes({ blog }: { readonly blog: Blog }): Handlers<typeof BLOG> {
  return {
    list: async ({ locale, query }) => {
      const items = await blog.list({ language: locale, tag: query.tag ?? null, search: query.search ?? null });
      return { status: 200, json: { items: [...items] } };
    },
    one: async ({ locale, params }) => {
      const post = await blog.one(params.slug, locale);
      return post === null ? ABSENT : { status: 200, json: post };
    },
    draft: async ({ params }) => answer(await blog.draft(params.id)),
    write: async (call) => {
      const { id, language } = call.params;
      return answer(await blog.write(id, { ...call.body, language }, byOf(call)));
    },
    preview: async ({ params, body }) => answer(await blog.preview(params.id, body.body)),
    picture: async (call) => {
      assert(call.file !== null, 'a route for files was reached without one');
      return answer(await blog.addPicture(call.params.id, call.file.bytes, byOf(call)));
    },
  };
}
