import { createHash } from 'node:crypto';
import type { Sha256 } from '#domain/proofs/hash.ts';

/** SHA-256 of the platform, for the domain's proofs. */
export const sha256: Sha256 = (bytes) => createHash('sha256').update(bytes).digest();
