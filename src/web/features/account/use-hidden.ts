import { useEffect, useState } from 'react';
import { STORED, readStored, writeStored } from '#web/api/stored.ts';

const CHANGED = 'tikvo:device-switch';

/** Whether amounts are hidden on this device, in every part of the page at once. */
export function useHidden(): { readonly hidden: boolean; readonly toggle: () => void } {
  const [hidden, setHidden] = useState(false);
  useEffect(() => {
    const read = () => setHidden(readStored(STORED.balanceHidden) === '1');
    read();
    addEventListener(CHANGED, read);
    addEventListener('storage', read);
    return () => {
      removeEventListener(CHANGED, read);
      removeEventListener('storage', read);
    };
  }, []);
  const toggle = () => {
    writeStored(STORED.balanceHidden, hidden ? '0' : '1');
    dispatchEvent(new Event(CHANGED));
  };
  return { hidden, toggle };
}
