import { HOUSE_ID, LEFT_ID } from '../exchange/effects.ts';

/** The house maker, and what people left to the house: both are its money. */
export const isHouseId = (userId: string): boolean => userId === HOUSE_ID || userId === LEFT_ID;
