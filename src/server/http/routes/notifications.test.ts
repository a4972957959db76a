import { describe, expect, it } from 'vitest';
import type { Notifications } from '#server/notifications/index.ts';
import type { Call } from '../calls/call.ts';
import type { NOTIFICATIONS } from '#protocol/tables/notifications.ts';
import type { RouteParts } from '../parts.ts';
import { notificationHandlers } from './notifications.ts';

const ADA = { userId: 'ada', sessionId: 's', role: 'USER', realm: 'real' } as const;

function answerOf(preferences: Notifications['preferences']) {
  const parts = { notifications: { preferences } as Partial<Notifications> } as RouteParts;
  const call = { actor: ADA } as unknown as Call<typeof NOTIFICATIONS.preferences>;
  return notificationHandlers(parts).preferences(call);
}

describe('routes of notifications', () => {
  it('say that notifications are unavailable while the database is away, and hide no other failure', async () => {
    const away = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
    expect(await answerOf(() => Promise.reject(away))).toEqual({
      refusal: { code: 'NotificationsError' },
      cause: away,
    });
    await expect(answerOf(() => Promise.reject(new Error('a mistake of ours')))).rejects.toThrow('a mistake');
  });
});
