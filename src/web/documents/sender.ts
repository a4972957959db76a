import { createContext, useContext } from 'react';
import { actingHeaders, type Client } from '#web/api/client.ts';
import { useApiHost, useClient, useIsReady } from '#web/api/session.tsx';
import { realSession } from '#web/api/tabs/real-session.ts';

/** What sends documents of a person: their own session, or a phone to which they handed the sending over. */
export interface DocumentsSender {
  readonly client: Client;
  /** Origin of the API; empty for the page's own. */
  readonly host: string;
  /** Says for whom a part of a file is sent. */
  readonly headers: () => Readonly<Record<string, string>>;
  readonly isReady: boolean;
  /** It sends, and sees nothing of what was sent. */
  readonly isPhone: boolean;
}

/** What a page without a session sends with. */
export const HandedOver = createContext<DocumentsSender | null>(null);

export function useDocumentsSender(): DocumentsSender {
  const own = useContext(HandedOver);
  const client = useClient(own?.client);
  const isReady = useIsReady();
  const host = useApiHost();
  if (own !== null) return own;
  const headers = () => actingHeaders(realSession().read(), realSession().shown());
  return { client, host, headers, isReady, isPhone: false };
}
