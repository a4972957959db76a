import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallAnswer } from './calls.ts';
import { maskedEmail } from '../email/masked-email.ts';
import { useSession } from './session.tsx';

export type Profile = CallAnswer<'user.profile'>;

/** Address of the person's picture; null: letters stand for it. */
export function avatarOf(profile: Profile | undefined): string | null {
  return profile?.avatar ?? null;
}

/** What the person is called on their own screens: the chosen name, else the masked e-mail. */
export function callOf(profile: Pick<Profile, 'nickname' | 'email'> | undefined): string {
  if (profile === undefined) return '';
  return profile.nickname ?? (profile.email === null ? '' : maskedEmail(profile.email));
}

const KEY = 'profile';

/** Who the person is, with balances; asked once a page and after each change. */
export function useProfile() {
  const { client, state } = useSession();
  return useQuery({
    queryKey: [KEY, state.status === 'ready' ? state.user.id : null],
    enabled: state.status === 'ready',
    queryFn: ({ signal }) => client.call('user.profile', {}, { signal }),
  });
}

/** To be called after a change of the person: the profile is asked for anew. */
export function useProfileChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [KEY] });
}
