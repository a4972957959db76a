import assert from 'node:assert/strict';
import type { AVATAR } from '#protocol/tables/avatar.ts';
import { signedIn, type Handlers, type Reply } from '#server/routing/call.ts';
import type { AvatarReply, Avatars } from '../avatar/index.ts';

export function avatarRoutes({ avatars }: { readonly avatars: Avatars }): Handlers<typeof AVATAR> {
  return {
    generate: async (call) => {
      return shown(await avatars.generate(signedIn(call).userId, call.body?.style ?? null));
    },
    upload: async (call) => {
      assert(call.file !== null, 'a route for files was reached without one');
      return shown(await avatars.upload(signedIn(call).userId, call.file.bytes));
    },
  };
}

function shown(reply: AvatarReply): Reply {
  return reply.ok ? { status: 200, json: { avatar: reply.address } } : { refusal: reply.refusal };
}
