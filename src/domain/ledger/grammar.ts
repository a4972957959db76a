import type { AccountKind } from './account-kinds.ts';

/** One legal flow: a transfer of `code` may debit `debit` and credit `credit`. */
export interface Flow {
  readonly code: number;
  readonly debit: AccountKind;
  readonly credit: AccountKind;
}

type Leg = readonly [debit: AccountKind, credit: AccountKind];

/**
 * Codes of the flows this installation posts today; a code is the journal's number in docs/rules/ledger.md#journals times ten (20a is 201).
 * The grammar below holds those of every row, for the database checks them all.
 */
export const CODES = {
  deposit: 10,
  conversion: 20,
  dust: 30,
  quarantine: 40,
  sweep: 50,
  coldMoved: 60,
  fiat: 80,
  fiatSettled: 90,
  chargeback: 100,
  withdrawalHeld: 110,
  withdrawalReleased: 120,
  withdrawalPaid: 130,
  withdrawalConverted: 140,
  payment: 170,
  placed: 180,
  won: 200,
  closedEarly: 201,
  wonTakenBack: 202,
  lost: 210,
  lostGivenBack: 211,
  returned: 220,
  ordered: 230,
  makerBonus: 240,
  minted: 250,
  shared: 260,
  corrected: 270,
  demoTopUp: 350,
  adjusted: 370,
  bankroll: 390,
  sandboxGrant: 420,
  houseMaker: 430,
} as const;

/** The house maker's orders use its own accounts where a person's use cash and locked (row 43). */
const CASH = ['user_cash', 'house_maker'] as const satisfies readonly AccountKind[];
const LOCKED = ['user_locked', 'house_maker_locked'] as const satisfies readonly AccountKind[];

function each(debits: readonly AccountKind[], credits: readonly AccountKind[]): readonly Leg[] {
  return debits.flatMap((debit) => credits.map((credit): Leg => [debit, credit]));
}

/** Deposits, withdrawals and the treasury: rows 1 to 17. */
const CASHIER: Readonly<Record<number, readonly Leg[]>> = {
  10: [['treasury_deposit', 'user_cash']],
  20: [
    ['treasury_deposit', 'fx'],
    ['fx', 'user_cash'],
    ['suspense', 'fx'],
  ],
  30: [
    ['treasury_deposit', 'suspense'],
    ['suspense', 'user_cash'],
    ['fx', 'suspense'],
  ],
  40: [
    ['treasury_deposit', 'suspense'],
    ['suspense', 'user_cash'],
    ['suspense', 'treasury_hot'],
  ],
  50: [
    ['treasury_transit', 'treasury_deposit'],
    ['treasury_hot', 'treasury_transit'],
    ['treasury_deposit', 'treasury_transit'],
    ['network_fee', 'treasury_hot'],
    ['network_fee', 'treasury_transit'],
  ],
  60: [
    ['treasury_transit', 'treasury_hot'],
    ['treasury_cold', 'treasury_transit'],
    ['treasury_transit', 'treasury_cold'],
    ['treasury_hot', 'treasury_transit'],
  ],
  70: each(['user_cash', 'receivable'], ['treasury_deposit']),
  80: [
    ['psp_clearing', 'user_cash'],
    ['psp_fee', 'psp_clearing'],
    ['psp_clearing', 'suspense'],
    ['suspense', 'user_cash'],
    ['suspense', 'psp_clearing'],
  ],
  90: [['bank', 'psp_clearing']],
  100: [
    ...each(['user_cash', 'receivable', 'psp_fee'], ['psp_clearing']),
    ...each(['psp_clearing'], ['user_cash', 'receivable']),
  ],
  110: [['user_cash', 'withdraw_hold']],
  120: [['withdraw_hold', 'user_cash']],
  130: [
    ['withdraw_hold', 'treasury_hot'],
    ['withdraw_hold', 'fees'],
    ['network_fee', 'treasury_hot'],
  ],
  140: [
    ['withdraw_hold', 'fx'],
    ['fx', 'treasury_hot'],
  ],
  150: each(['withdraw_hold'], ['psp_clearing', 'bank']),
  170: [
    ['user_cash', 'payment_hold'],
    ['payment_hold', 'user_cash'],
  ],
};

/** Predictions, books and the coin flip: rows 18 to 28. */
const EXCHANGE: Readonly<Record<number, readonly Leg[]>> = {
  180: [['user_cash', 'user_locked']],
  190: [
    ['user_cash', 'user_locked'],
    ['user_bonus', 'user_bonus_locked'],
  ],
  200: [
    ['user_locked', 'user_cash'],
    ['house_pnl', 'user_cash'],
    ['user_bonus_locked', 'user_bonus'],
    ['house_pnl', 'user_bonus'],
  ],
  201: [
    ['user_locked', 'user_cash'],
    ['house_pnl', 'user_cash'],
    ['user_locked', 'house_pnl'],
  ],
  202: [['user_cash', 'house_pnl']],
  210: [
    ['user_locked', 'house_pnl'],
    ['user_bonus_locked', 'bonus_expense'],
  ],
  211: [['house_pnl', 'user_cash']],
  220: [
    ['user_locked', 'user_cash'],
    ['user_bonus_locked', 'user_bonus'],
  ],
  230: [
    ['user_cash', 'user_locked'],
    ['user_locked', 'user_cash'],
    ['house_maker', 'house_maker_locked'],
    ['house_maker_locked', 'house_maker'],
  ],
  240: [
    ['mm_expense', 'mm_payable'],
    ['mm_payable', 'user_cash'],
  ],
  250: [...each(LOCKED, ['market_pool']), ...each([...LOCKED, ...CASH], ['market_fees'])],
  260: [
    ...each(LOCKED, CASH),
    ...each(['market_pool', 'market_fees'], CASH),
    ...each([...LOCKED, ...CASH], ['market_fees']),
    ['market_fees', 'fees'],
  ],
  270: [
    ...each([...CASH, 'receivable', 'adjustment'], ['market_pool']),
    ...each(['market_pool'], CASH),
    ['fees', 'market_fees'],
  ],
  280: [
    ['user_cash', 'house_pnl'],
    ['house_pnl', 'user_cash'],
  ],
};

/** Promotions, demo money, staff and the house's own: rows 29 to 43. */
const HOUSE: Readonly<Record<number, readonly Leg[]>> = {
  290: [['bonus_expense', 'user_bonus']],
  300: each(['user_bonus'], ['user_cash', 'bonus_expense']),
  310: each(['user_bonus', 'user_bonus_locked'], ['bonus_expense']),
  320: [
    ['prize_expense', 'leaderboard_pool'],
    ['leaderboard_pool', 'user_cash'],
  ],
  330: [
    ['referral_expense', 'referral_payable'],
    ['referral_payable', 'user_cash'],
  ],
  340: [
    ['prize_expense', 'raffle_pool'],
    ['raffle_pool', 'user_cash'],
    ['raffle_pool', 'prize_expense'],
  ],
  350: [
    ['demo_mint', 'user_cash'],
    ['user_cash', 'demo_mint'],
  ],
  370: [
    ['adjustment', 'user_cash'],
    ['user_cash', 'adjustment'],
  ],
  380: [['user_cash', 'suspense']],
  390: [
    ...each(['bank', 'treasury_hot', 'treasury_cold'], ['house_bank']),
    ...each(['house_bank'], ['bank', 'treasury_hot', 'treasury_cold']),
  ],
  400: [
    ['house_pnl', 'house_bank'],
    ['house_bank', 'house_pnl'],
  ],
  420: each(['bank'], ['user_cash', 'house_bank']),
  430: [...each(['house_bank', 'demo_mint'], ['house_maker']), ...each(['house_maker'], ['house_bank', 'demo_mint'])],
};

/** The only legal flows (docs/rules/ledger.md#journals); the table `grammar` holds the same rows, and a test compares them both ways. */
export const GRAMMAR: readonly Flow[] = [CASHIER, EXCHANGE, HOUSE].flatMap((part) =>
  Object.entries(part).flatMap(([code, legs]) =>
    legs.map(([debit, credit]): Flow => ({ code: Number.parseInt(code, 10), debit, credit })),
  ),
);

const LEGAL = new Set(GRAMMAR.map(flowKey));

function flowKey(flow: Flow): string {
  return `${flow.code} ${flow.debit} ${flow.credit}`;
}

/** Is this flow one of the grammar's? */
export function isLegal(flow: Flow): boolean {
  return LEGAL.has(flowKey(flow));
}
