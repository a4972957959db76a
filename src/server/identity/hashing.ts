import { createHash, randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** argon2id with 19 MiB, two passes, one lane: the floor that OWASP names. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Runs at the same time: half of the threads that files and names share, so that a flood of sign-ins holds up nobody else. */
const AT_ONCE = 2;

/** Checks passwords at the same cost whether or not there is one to check against. */
export interface PasswordHashes {
  hash(password: string): Promise<string>;
  /** One argon2 run always; false for a hash of null. */
  matches(stored: string | null, password: string): Promise<boolean>;
}

export async function createPasswordHashes(): Promise<PasswordHashes> {
  // Nobody knows the password of this one.
  const nobody = await hash(randomBytes(32), OPTIONS);
  const inTurn = takeTurns(AT_ONCE);
  return {
    hash: (password) => inTurn(() => hash(password.normalize('NFKC'), OPTIONS)),
    matches: async (stored, password) => {
      const isRight = await inTurn(() => verify(stored ?? nobody, password.normalize('NFKC')));
      return isRight && stored !== null;
    },
  };
}

/** Lets so many run at a time; the others wait in the order in which they came. */
function takeTurns(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // Who waits longest takes over this place.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

export function sha256(text: string | Buffer): Buffer {
  return createHash('sha256').update(text).digest();
}
