export { caseDecidedAct, CASE_DECIDED } from './cases/case-act.ts';
export { CASES } from './cases/desk.ts';
export type { HandOvers } from './hand-over/index.ts';
export type { LegalName, LegalNames } from './contract.ts';
export { approveName, createLegalNames, giveCheckedName, letNameThrough } from './legal-names.ts';
export { addList } from './screening/lists.ts';
export { readOfac } from './screening/ofac-csv.ts';
export { SCREENINGS } from './screening/screenings.ts';
