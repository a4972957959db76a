export { holding } from './personal-data.ts';
export type { HeldRow, PersonalPart, PersonalRows, PersonalTable } from './personal-data.ts';
export { fetchAll, heldRows, letGo } from './store-rows.ts';
