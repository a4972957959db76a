import { describe, expect, it } from 'vitest';
import type { Call } from '#server/routing/call.ts';
import type { NOTIFICATIONS } from '#protocol/tables/notifications.ts';
import type { Notifications } from './contract.ts';
import { notificationRoutes } from './routes.ts';

const ADA = { userId: 'ada', sessionId: 's', role: 'USER', realm: 'real' } as const;

function answerOf(preferences: Notifications['preferences']) {
  const notifications = { preferences } as Partial<Notifications> as Notifications;
  const call = { actor: ADA } as unknown as Call<typeof NOTIFICATIONS.preferences>;
  return notificationRoutes({ notifications }).preferences(call);
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
