export type { Status } from './contract.ts';
