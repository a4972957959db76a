import { MEASURES, type Measure, type PayoutRule, type Verdict } from '#domain/cashier/payout-policy.ts';
import { usdt } from '#domain/money.ts';
import { moneyWords } from '#protocol/codecs.ts';

/** Of staff. `#` stands for the value. */
const SAYS: Readonly<Record<Measure, string>> = {
  always: 'Any withdrawal',
  amount_above: 'More than # USDT',
  day_above: 'More than # USDT in 24 hours',
  hour_above: 'More than # withdrawals in an hour',
  unsaved_address: 'The address isn’t saved',
  address_younger_than: 'The address was saved less than # hours ago, or isn’t saved',
  shared_address: 'Somebody else has withdrawn to the address',
  to_network: 'Goes to the network #',
  known_less_than: 'The account is younger than # hours',
  wallet_share_above: 'Takes more than #% of the wallet',
  above_deposits: 'Brings what they have withdrawn above #% of what they deposited',
};

export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  automatic: 'Sent automatically',
  one: 'One person approves',
  two: 'Two people approve',
  refuse: 'Refused',
};

/** A measure without its value: "More than … USDT". */
export function measureText(measure: Measure): string {
  return SAYS[measure].replace('#', '…');
}

/** A rule in words. */
export function ruleText({ when, value }: Pick<PayoutRule, 'when' | 'value'>): string {
  const shown = MEASURES[when] === 'money' ? moneyWords(usdt(BigInt(value))) : value;
  return SAYS[when].replace('#', shown);
}
