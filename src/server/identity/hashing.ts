import { createHash, randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** argon2id with 19 MiB, two passes, one lane: the floor that OWASP names. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Checks passwords at the same cost whether or not there is one to check against. */
export interface PasswordHashes {
  hash(password: string): Promise<string>;
  /** One argon2 run always; false for a hash of null. */
  matches(stored: string | null, password: string): Promise<boolean>;
}

export async function createPasswordHashes(): Promise<PasswordHashes> {
  // Nobody knows the password of this one.
  const nobody = await hash(randomBytes(32), OPTIONS);
  return {
    hash: (password) => hash(password.normalize('NFKC'), OPTIONS),
    matches: async (stored, password) => {
      const isRight = await verify(stored ?? nobody, password.normalize('NFKC'));
      return isRight && stored !== null;
    },
  };
}

export function sha256(text: string | Buffer): Buffer {
  return createHash('sha256').update(text).digest();
}
