import { useEffect, useState } from 'react';

/** Milliseconds until a moment, counted down once a second. */
export function useLeft(until: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [until]);
  return Math.max(0, until - now);
}
