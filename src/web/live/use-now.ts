import { useEffect, useState } from 'react';
import { serverClock } from '#web/live/server-clock.ts';

const EVERY_MS = 15_000;

/** Server time, ms, fresh to a quarter of a minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => serverClock.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(serverClock.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
