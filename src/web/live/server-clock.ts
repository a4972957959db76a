import { useEffect, useState } from 'react';

/**
 * Server time as the page knows it: the difference comes from the times of frames and answers.
 * A frame is late by its way; the largest difference of server minus own clock is the least late one.
 */
class ServerClock {
  private difference: number | null = null;
  private readonly seen: number[] = [];

  /** A time the server said, heard now. */
  heard(serverMs: number): void {
    this.seen.push(serverMs - Date.now());
    if (this.seen.length > 30) this.seen.shift();
    this.difference = Math.max(...this.seen);
  }

  now(): number {
    return Date.now() + (this.difference ?? 0);
  }
}

export const serverClock = new ServerClock();

/** Server time, anew every `everyMs`. The first value is the same on the server and in the browser. */
export function useServerNow(everyMs: number, first: number): number {
  const [now, setNow] = useState(first);
  useEffect(() => {
    const tell = () => setNow(serverClock.now());
    tell();
    const timer = setInterval(tell, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
