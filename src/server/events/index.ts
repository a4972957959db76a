export type { Events } from './contract.ts';
