import { useCallback, useState, useSyncExternalStore } from 'react';
import { deviceStore, readPair, writePair } from './remembered.ts';

const never = () => () => undefined;

/** The pair on the screen: the chosen one, else that of the address, else the last one of this device. */
export function useSelection(wished: string | null): readonly [string | null, (id: string) => void] {
  const [chosen, setChosen] = useState<string | null>(null);
  const remembered = useSyncExternalStore(
    never,
    () => readPair(deviceStore()),
    () => null,
  );
  const select = useCallback((id: string) => {
    setChosen(id);
    writePair(deviceStore(), id);
    const address = new URL(location.href);
    address.searchParams.set('pair', id);
    history.replaceState(history.state, '', address);
  }, []);
  return [chosen ?? wished ?? remembered, select];
}
