import assert from 'node:assert/strict';
import type { AVATAR } from '#protocol/tables/avatar.ts';
import { signedIn, type Handlers } from '../call.ts';
import type { RouteParts } from '../parts.ts';

export function avatarHandlers({ avatars }: RouteParts): Handlers<typeof AVATAR> {
  return {
    generate: async (call) => {
      const avatar = await avatars.generate(signedIn(call).userId, call.body?.style ?? null);
      return { status: 200, json: { avatar } };
    },
    upload: async (call) => {
      assert(call.file !== null, 'a route for files was reached without one');
      const reply = await avatars.upload(signedIn(call).userId, call.file.bytes);
      return reply.ok ? { status: 200, json: { avatar: reply.address } } : { refusal: reply.refusal };
    },
  };
}
