import type { Logger } from 'pino';
import type { Realm } from '#domain/realm.ts';

/** The pool of an event whose correction cannot go on: the house maker lacks what it must give back. */
export class MakerLacks extends Error {
  readonly realm: Realm;
  readonly poolOf: string;

  constructor({ realm, poolOf }: { readonly realm: Realm; readonly poolOf: string }) {
    super(`the house maker cannot give back what ${poolOf} paid it: it needs funds`);
    this.realm = realm;
    this.poolOf = poolOf;
  }
}

/** Says in the log which corrections wait for funds of the house maker, once at the beginning and once at the end of each. */
export function tellWaiting(log: Pick<Logger, 'error' | 'info'>): (waiting: readonly MakerLacks[]) => void {
  const told = new Map<string, Pick<MakerLacks, 'realm' | 'poolOf'>>();
  return (waiting) => {
    const now = new Map(waiting.map(({ realm, poolOf }) => [`${realm} ${poolOf}`, { realm, poolOf }]));
    for (const [key, one] of now) {
      if (told.has(key)) continue;
      told.set(key, one);
      log.error({ alarm: 'corrections', ...one }, 'a correction of an event waits for funds of the house maker');
    }
    for (const [key, one] of told) {
      if (now.has(key)) continue;
      told.delete(key);
      log.info(one, 'a correction of an event waits for funds no more');
    }
  };
}
