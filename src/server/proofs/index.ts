export { createCorrections } from './corrections.ts';
export type { CorrectionRefusal, Corrections, Corrector } from './corrections.ts';
export { createProofs } from './proofs.ts';
export type { Proofs } from './proofs.ts';
export { rotateKeys } from './rotate-keys.ts';
export type { RotateKeys } from './rotate-keys.ts';
