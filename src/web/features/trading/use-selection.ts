import { useCallback, useEffect, useState } from 'react';
import { deviceStore, readPair, writePair } from './remembered.ts';

/** The pair on the screen: that of the address, else the last one of this device. */
export function useSelection(wished: string | null): readonly [string | null, (id: string) => void] {
  const [selected, setSelected] = useState(wished);
  useEffect(() => {
    if (wished === null) setSelected((was) => was ?? readPair(deviceStore()));
  }, [wished]);
  const select = useCallback((id: string) => {
    setSelected(id);
    writePair(deviceStore(), id);
    const address = new URL(location.href);
    address.searchParams.set('pair', id);
    history.replaceState(history.state, '', address);
  }, []);
  return [selected, select];
}
