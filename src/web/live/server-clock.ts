import { startTransition, useEffect, useState } from 'react';

/** So many times are compared. */
const SAMPLES = 30;

/**
 * Server time as the page knows it: the difference comes from the times of frames and answers.
 * A frame is late by its way, and an answer names the second that it fell into; the largest difference of server minus own clock is the
 * least late one.
 */
export class ServerClock {
  private readonly seen: number[] = [];
  private readonly own: () => number;

  /** `own`: the clock of the device, ms. */
  constructor(own: () => number = Date.now) {
    this.own = own;
  }

  /** A time the server said, heard now. */
  heard(serverMs: number): void {
    this.seen.push(serverMs - this.own());
    if (this.seen.length > SAMPLES) this.seen.shift();
  }

  /** The `Date` of an answer of the API, where it is none that a cache has kept. */
  heardAnswer(headers: Pick<Headers, 'get'>): void {
    const at = Date.parse(headers.get('date') ?? '');
    if (!Number.isNaN(at) && headers.get('cache-control')?.includes('no-store') === true) this.heard(at);
  }

  now(): number {
    return this.own() + (this.seen.length === 0 ? 0 : Math.max(...this.seen));
  }
}

export const serverClock = new ServerClock();

/** Server time, anew at each multiple of `everyMs`, so that all clocks of a page change at once. The first value is the same on the server and in the browser. */
export function useServerNow(everyMs: number, first: number): number {
  const [now, setNow] = useState(first);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tell = () => {
      const at = serverClock.now();
      // A clock may be a moment late; a finger may not.
      startTransition(() => setNow(at));
      timer = setTimeout(tell, everyMs - (at % everyMs));
    };
    tell();
    return () => clearTimeout(timer);
  }, [everyMs]);
  return now;
}
