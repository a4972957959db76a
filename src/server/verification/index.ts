export type { LegalName, LegalNames } from './contract.ts';
export { approveName, createLegalNames, giveCheckedName, letNameThrough } from './legal-names.ts';
