import { useEffect, useState } from 'react';
import type { EventWire } from '#protocol/events/events.ts';
import { useRole, useSession } from '#web/api/session.tsx';
import { useSend, type Send } from '#web/ui/call/use-call.ts';

/** May whoever reads the page trade the event with real money? */
export interface MayTrade {
  /** They are kept from it by name. */
  readonly restricted: boolean;
  /** Before they order they say that they are none of the people whom the event names. */
  readonly asked: boolean;
  readonly call: Send<'integrity.attest'>;
}

/** Asked for once a visit, and again when the event names other people. In practice everybody may. */
export function useMayTrade({ id, restricted }: Pick<EventWire, 'id' | 'restricted'>): MayTrade {
  const { client, realm, state } = useSession();
  const isTrader = useRole() === 'USER' && realm === 'real' && state.status === 'ready';
  const version = restricted?.version ?? 0;
  const key = `${id} ${version}`;
  const [found, setFound] = useState({ of: '', attested: false, restricted: false });
  useEffect(() => {
    if (!isTrader) return undefined;
    const stop = new AbortController();
    client.call('integrity.standing', { params: { id } }, { signal: stop.signal }).then(
      (answer) => setFound({ ...answer, of: key }),
      // Without an answer nothing is asked: the order is refused where it must be.
      () => undefined,
    );
    return () => stop.abort();
  }, [client, isTrader, id, key]);
  const call = useSend('integrity.attest', { onDone: (answer) => setFound({ ...answer, of: key }) });
  const isKnown = isTrader && found.of === key;
  return {
    restricted: isKnown && found.restricted,
    asked: isKnown && !found.restricted && restricted !== null && !found.attested,
    call,
  };
}
