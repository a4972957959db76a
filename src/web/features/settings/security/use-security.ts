import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallAnswer } from '#web/api/calls.ts';
import { SECURITY } from '#web/api/security.ts';
import { useRole, useSession } from '#web/api/session.tsx';
import { isFor, pageOf } from '#web/site.ts';
import { usePages } from '#web/ui/list/use-pages.ts';

export type SessionRow = CallAnswer<'user.sessions'>['items'][number];
export type SignInRow = CallAnswer<'user.signIns'>['items'][number];
export type ApiKeyRow = CallAnswer<'apiKeys.list'>['items'][number];
export type PasskeyRow = CallAnswer<'factors.passkeys'>['items'][number];

function useSignedIn() {
  const { client, state } = useSession();
  return { client, enabled: state.status === 'ready' };
}

export function usePasskeys() {
  const { client, enabled } = useSignedIn();
  return useQuery({
    queryKey: [SECURITY, 'passkeys'],
    enabled,
    queryFn: ({ signal }) => client.call('factors.passkeys', {}, { signal }),
  });
}

/** Accounts elsewhere that this installation lets people link. */
export function useProviders() {
  const { client, enabled } = useSignedIn();
  return useQuery({
    queryKey: ['social-providers'],
    enabled,
    staleTime: Infinity,
    queryFn: ({ signal }) => client.call('factors.socialProviders', {}, { signal }),
  });
}

/** Living keys for programs, newest first; staff has none. */
export function useApiKeys() {
  const { client, enabled } = useSignedIn();
  const role = useRole();
  return useQuery({
    queryKey: [SECURITY, 'api-keys'],
    enabled: enabled && isFor(pageOf('trading'), role),
    queryFn: ({ signal }) => client.call('apiKeys.list', {}, { signal }),
  });
}

/** Where the person is signed in; the list follows sign-ins elsewhere when the tab is used. */
export function useSessions() {
  const { client, enabled } = useSignedIn();
  return useQuery({
    queryKey: [SECURITY, 'sessions'],
    enabled,
    queryFn: ({ signal }) => client.call('user.sessions', {}, { signal }),
  });
}

/** Login history, newest first. */
export function useSignIns() {
  return usePages({
    key: [SECURITY, 'sign-ins'],
    size: 10,
    read: (client, query, signal) => client.call('user.signIns', { query }, { signal }),
  });
}

/** To be called after a change: everything of the section is asked for anew. */
export function useSecurityChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: [SECURITY] }),
      queries.invalidateQueries({ queryKey: ['profile'] }),
    ]);
  };
}
