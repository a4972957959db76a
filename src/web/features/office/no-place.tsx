import { Lock, SearchX } from 'lucide-react';
import { PERMISSIONS, type Permission } from '#domain/office/permissions.ts';
import { EmptyState } from '#web/ui/states.tsx';

/** In the place of a desk or a record that is not there, or not for this person. */
export function NoSuchPlace({ permission }: { readonly permission: Permission | null }) {
  return permission === null ? (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title="There is nothing here"
      text="Check the address, or find it with Ctrl K."
    />
  ) : (
    <EmptyState
      icon={<Lock aria-hidden />}
      title={`You need the permission to ${PERMISSIONS[permission].says}`}
      text={`Its name is ${permission}. An administrator gives roles.`}
    />
  );
}
