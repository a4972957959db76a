export { createProofs } from './proofs.ts';
export type { Proofs } from './proofs.ts';
