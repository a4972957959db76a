import type { ChildProcess } from 'node:child_process';
import type { Port } from '#server/bus/port-bus.ts';

/** The other process as the other side of a bus; its channel is of the `advanced` kind, for amounts are bigints. */
export function portOf(other: ChildProcess | NodeJS.Process): Port {
  return {
    postMessage: (message) => void other.send?.(message as object),
    on: (event, listener) => (other as ChildProcess).on(event, listener),
  };
}
