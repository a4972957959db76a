import { useSession } from './session.tsx';

/** Is somebody with an account signed in? Who practises is a visitor here. null: not known yet. */
export function usePerson() {
  const { state } = useSession();
  if (state.status === 'starting') return { known: false, person: null } as const;
  return { known: true, person: state.status === 'ready' && 'email' in state.user ? state.user : null } as const;
}
