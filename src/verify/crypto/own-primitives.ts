import { verifyEd25519 } from './ed25519.ts';
import { sha256 } from './sha2.ts';
import type { Primitives } from './signatures.ts';

/** Everything of our own: the same in every browser, and in a page opened from a disk. */
export const ownPrimitives: Primitives = { sha256, ed25519: verifyEd25519 };
