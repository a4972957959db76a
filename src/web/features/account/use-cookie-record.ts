import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '#web/api/session.tsx';
import { readStored, STORED, writeStored } from '#web/api/stored.ts';
import { cookieChoice } from '#web/api/tracking.ts';
import { CONSENTS_KEY, useConsents } from './use-consents.ts';

/**
 * Puts this browser's choice of cookies into the person's record of consents, once after each choice: two browsers may choose
 * differently, and neither shall write over the other at each page.
 */
export function useCookieRecord(): void {
  const { client, state } = useSession();
  const queries = useQueryClient();
  const isKnown = useConsents().data !== undefined;
  const userId = state.status === 'ready' ? state.user.id : null;
  useEffect(() => {
    const cookies = cookieChoice(document.cookie);
    const told = `${userId}:${cookies}`;
    if (!isKnown || cookies === null || readStored(STORED.cookiesTold) === told) return;
    client.call('privacy.agree', { body: { cookies } }).then(
      (now) => {
        writeStored(STORED.cookiesTold, told);
        queries.setQueryData(CONSENTS_KEY, now);
      },
      // A loss of the line leaves it for the next page.
      () => undefined,
    );
  }, [client, isKnown, queries, userId]);
}
