export { askSecond, WHY_NOT } from './ask-second.ts';
export { createDesks } from './desks.ts';
export type { Desks } from './desks.ts';
export { rowPage } from './row-page.ts';
export type { OfficeSeat, Staff } from './contract.ts';
export { transacted } from './transacted.ts';
