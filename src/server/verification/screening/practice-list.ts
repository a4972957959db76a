import type { ListEntry } from '#domain/verification/screening/entries.ts';

const born = (date: string) => [{ from: date, to: date, circa: false }];

/** A list for sandboxes. Nobody on it exists. */
export const PRACTICE_LIST: readonly ListEntry[] = [
  {
    id: 'practice-1',
    kind: 'individual',
    names: [
      { text: 'VARKOSLAV, Drazhen Ilmarovich', strength: 'name' },
      { text: 'WARKOSLAW, Drazen', strength: 'strong' },
      { text: 'THE DOCTOR', strength: 'weak' },
    ],
    births: born('1961-03-04'),
    countries: ['BY'],
  },
  {
    id: 'practice-2',
    kind: 'individual',
    names: [{ text: 'AL-QUSTAWI, Mohammed Hadi', strength: 'name' }],
    births: born('1975-10-12'),
    countries: [],
  },
  {
    id: 'practice-3',
    kind: 'individual',
    names: [{ text: 'OMBRELLAZ, Teodora Listed', strength: 'name' }],
    births: [],
    countries: ['MT'],
  },
  {
    id: 'practice-4',
    kind: 'entity',
    names: [{ text: 'BRENNTAR TRADING CORP.', strength: 'name' }],
    births: [],
    countries: [],
    addresses: [{ coin: 'ETH', address: '0x5A11C7ED5a11c7eD5A11c7eD5a11C7eD5a11c7Ed' }],
  },
];
