import { createClient } from './client.ts';
import type { CallAnswer } from './calls.ts';
import { visitOrigin } from './origin.ts';
import { STORED, readStored, writeStored } from './stored.ts';

export type SessionAnswer = CallAnswer<'auth.demoSession'>;

let running: Promise<SessionAnswer> | null = null;

/**
 * Starts the demo person, or goes on with the one this browser knows. Calls at the same time share one request.
 * Rejects with ApiError; the kept token then stays, so that a lost network loses nobody.
 */
export function startDemoSession(at: { readonly host: string; readonly language: string }): Promise<SessionAnswer> {
  running ??= begin(at).finally(() => {
    running = null;
  });
  return running;
}

async function begin(at: { readonly host: string; readonly language: string }): Promise<SessionAnswer> {
  const client = createClient({
    ...at,
    token: () => readStored(STORED.demoToken),
    // The kept token is refused: without it the server makes a new demo person.
    renew: () => {
      writeStored(STORED.demoToken, null);
      return Promise.resolve('');
    },
  });
  const answer = await client.call('auth.demoSession', {
    body: visitOrigin(location.search, document.cookie),
  });
  writeStored(STORED.demoToken, answer.accessToken);
  return answer;
}
