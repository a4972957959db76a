import assert from 'node:assert/strict';
import type { AVATAR } from '#protocol/tables/avatar.ts';
import type { AvatarReply } from '#server/identity/avatar/index.ts';
import { signedIn, type Handlers, type Reply } from '../calls/call.ts';
import type { RouteParts } from '../parts.ts';

export function avatarHandlers({ avatars }: RouteParts): Handlers<typeof AVATAR> {
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
