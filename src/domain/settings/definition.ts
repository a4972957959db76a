/** What a number counts. Money is kept in 10^-6. */
export type SettingUnit = 'USDT' | 'count' | 'a second' | 'percent' | 'seconds' | 'minutes' | 'hours' | 'days';

/** Where a setting stands on the desk. */
export type SettingGroup =
  | 'Stakes'
  | 'Orders and entries'
  | 'Exposure'
  | 'Pairs'
  | 'Practice'
  | 'Signing in'
  | 'Limits of people'
  | 'Signs of harm'
  | 'Payments between people'
  | 'Withdrawals'
  | 'Fiat deposits'
  | 'Verification'
  | 'Privacy'
  | 'Comments and alerts'
  | 'Surveillance of markets'
  | 'Staff';

export interface SettingDefinition {
  /** For staff: "Maximum stake, real money". */
  readonly title: string;
  /** What it does, in a sentence or two for staff. */
  readonly says: string;
  readonly group: SettingGroup;
  readonly unit: SettingUnit;
  readonly least: bigint;
  readonly most: bigint;
  /** What holds while nobody has changed it. */
  readonly standard: bigint;
  /** Which way takes a protection back, and so two people and a wait; `no`: neither does. */
  readonly loosens: 'up' | 'down' | 'no';
}

export const CENT = 10_000n;
export const UNIT = 100n * CENT;
