/** What money of a person that moves beside trading is to them. */
export const MONEY_TYPES = ['deposit', 'withdrawal', 'payment', 'bonus', 'referral', 'adjustment'] as const;
export type MoneyType = (typeof MONEY_TYPES)[number];

/** By code (docs/rules/ledger.md#journals). Play money of a sandbox is its deposit. */
const OF_CODE: Readonly<Record<MoneyType, readonly number[]>> = {
  deposit: [10, 20, 30, 40, 80, 420],
  withdrawal: [110, 120, 130, 140, 150],
  payment: [170],
  bonus: [240, 300, 310, 320, 340],
  referral: [330],
  adjustment: [70, 100, 370, 380],
};

/** Codes of a type; of every type where none is named. */
export function codesOf(type: MoneyType | null): readonly number[] {
  return type === null ? Object.values(OF_CODE).flat() : OF_CODE[type];
}

/** Throws for a code that moves no money of a person, or moves it by trading. */
export function moneyTypeOf(code: number): MoneyType {
  const type = MONEY_TYPES.find((one) => OF_CODE[one].includes(code));
  if (type === undefined) throw new Error(`code ${code} is no money of a person beside trading`);
  return type;
}
