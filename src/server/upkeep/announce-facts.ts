import type { Bus } from '#server/bus/bus.ts';
import type { Facts } from '#server/facts/index.ts';

/**
 * Tells the bus of this process what others have committed, which have no bus to it: staff block people from another one
 * (`npm run admin`), and people close their accounts at another web process. Sockets close, and who remembers a person asks again.
 */
export function announceFacts({ facts, bus }: { readonly facts: Facts; readonly bus: Pick<Bus, 'publish'> }): void {
  facts.hear(['account.blocked', 'account.closed', 'access.ended'], ({ userId, ended }) => {
    for (const sessionId of ended) bus.publish('identity.session-ended', { sessionId });
    bus.publish('identity.eligibility-changed', { userId });
  });
  facts.hear(['comment.changed'], ({ eventId }) => bus.publish('comments.changed', { eventId }));
  facts.hear(['eligibility.changed'], ({ userId }) => bus.publish('identity.eligibility-changed', { userId }));
}
