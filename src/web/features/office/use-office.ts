import { useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { Permission } from '#domain/office/permissions.ts';
import { DESKS, NOUNS, type DeskId, type DeskRow, type Noun } from '#protocol/office/desks.ts';
import type { OfficeFrame } from '#protocol/office/office.ts';
import { useSession } from '#web/api/session.tsx';

/** Counts at the desks are asked anew this often, ms. */
const COUNTS_MS = 30_000;

/** Who works here and what waits, followed while the page is seen. */
export function useFrame() {
  const { client, state } = useSession();
  return useQuery({
    queryKey: ['office', 'frame', state.status === 'ready' ? state.user.id : null],
    enabled: state.status === 'ready',
    queryFn: ({ signal }) => client.call('office.frame', {}, { signal }),
    refetchInterval: COUNTS_MS,
  });
}

export const OfficeContext = createContext<OfficeFrame | null>(null);

/** Who works here. Inside the frame, which draws nothing before that is known. */
export function useOffice(): OfficeFrame & { readonly may: (permission: Permission) => boolean } {
  const frame = useContext(OfficeContext);
  if (frame === null) throw new Error('outside of the back office');
  return { ...frame, may: (permission) => frame.permissions.includes(permission) };
}

export type SeenDesk = DeskRow & { readonly id: DeskId };

/** The desks that somebody with these permissions sees, under their nouns. */
export function desksUnder(
  permissions: readonly string[],
): readonly { readonly noun: Noun; readonly title: string; readonly desks: readonly SeenDesk[] }[] {
  const seen: readonly SeenDesk[] = DESKS.filter(({ permission }) => permissions.includes(permission));
  return (Object.entries(NOUNS) as [Noun, string][]).flatMap(([noun, title]) => {
    const desks = seen.filter((desk) => desk.noun === noun);
    return desks.length === 0 ? [] : [{ noun, title, desks }];
  });
}

/** The row of the desk that an address names; null: there is none. */
export function deskAt(id: string | undefined): SeenDesk | null {
  return (DESKS as readonly SeenDesk[]).find((desk) => desk.id === id) ?? null;
}
