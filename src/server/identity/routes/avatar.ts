import assert from 'node:assert/strict';
import type { AVATAR } from '#protocol/tables/avatar.ts';
import { answer } from '#server/routing/answer.ts';
import { signedIn, type Handlers } from '#server/routing/call.ts';
import type { Avatars } from '../avatar/index.ts';

const shown = (avatar: string) => ({ avatar });

export function avatarRoutes({ avatars }: { readonly avatars: Avatars }): Handlers<typeof AVATAR> {
  return {
    generate: async (call) => {
      return answer(await avatars.generate(signedIn(call).userId, call.body?.style ?? null), shown);
    },
    upload: async (call) => {
      assert(call.file !== null, 'a route for files was reached without one');
      return answer(await avatars.upload(signedIn(call).userId, call.file.bytes), shown);
    },
  };
}
