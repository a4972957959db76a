import { UNIT, type SettingDefinition } from './definition.ts';

const SAYS =
  'What a person may withdraw in 24 hours to wallets that nobody proved. More goes only to an address that they signed for, or that somebody holds for them.';
const MOST = 1_000_000n * UNIT;
const TERMS = { says: SAYS, group: 'Withdrawals', unit: 'USDT', least: 0n, most: MOST, loosens: 'up' } as const;

/** From which sum on a person proves that a wallet is theirs, by where they live. */
export const WALLET_SETTINGS = {
  'wallets.unproved_eea': { ...TERMS, title: 'Withdrawn without proof of wallet: EEA', standard: 1_000n * UNIT },
  // The law there knows no sum below which nothing is proved.
  'wallets.unproved_ch': { ...TERMS, title: 'Withdrawn without proof of wallet: Switzerland', standard: 0n },
  'wallets.unproved_gb': {
    ...TERMS,
    title: 'Withdrawn without proof of wallet: United Kingdom',
    standard: 1_000n * UNIT,
  },
  'wallets.unproved_elsewhere': {
    ...TERMS,
    title: 'Withdrawn without proof of wallet: elsewhere',
    standard: 1_000n * UNIT,
  },
} as const satisfies Readonly<Record<string, SettingDefinition>>;
