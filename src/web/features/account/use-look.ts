import { useEffect } from 'react';
import { nextStep, readLook, readShared, takeLook, writeShared } from '#web/api/appearance-sync.ts';
import { useProfile } from '#web/api/profile.ts';
import { useSession } from '#web/api/session.tsx';

/** Keeps this device's look and the account's alike where the person wants one for all devices. */
export function useLook(): void {
  const { client } = useSession();
  const account = useProfile().data?.appearance;
  useEffect(() => {
    if (account === undefined) return;
    const here = readLook();
    switch (nextStep({ account, shared: readShared(), here })) {
      case 'none':
        return;
      case 'forget':
        writeShared(null);
        return;
      case 'take':
        if (account !== null) takeLook(account);
        return;
      case 'give':
        // A loss of the line leaves it for the next page.
        client.call('user.updatePersonalInfo', { body: { appearance: here } }).then(
          () => writeShared(here),
          () => undefined,
        );
    }
  }, [account, client]);
}
