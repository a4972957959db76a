import { UserRound } from 'lucide-react';
import { Avatar } from '#web/ui/avatar.tsx';

/** The picture of another person; a sign where nobody is named. */
export function Face({ of }: { readonly of: { readonly name: string; readonly avatar: string | null } | null }) {
  return of === null ? (
    <UserRound aria-hidden />
  ) : (
    <Avatar src={of.avatar} name={of.name.replaceAll('*', '')} className="size-10 text-13" />
  );
}
