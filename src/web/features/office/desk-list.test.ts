import { expect, it } from 'vitest';
import { columnsOf } from './desk-list.tsx';

const columns = [
  { id: 'name', label: 'Name' },
  { id: 'address', label: 'Address' },
];
const row = (address: string) => ({
  id: address,
  columns,
  cells: [{ t: 'text', v: 'A name that is longer than a code may be' } as const, { t: 'code', v: address } as const],
});

it('gives a long id the whole line of a card, and nothing else', () => {
  const wide = (...addresses: readonly string[]) => columnsOf(addresses.map(row)).map((column) => column.wide === true);
  expect(wide('ab12', '0x10132cbf28fe103d61bdc34485f614acfa9c8ca0')).toEqual([false, true]);
  expect(wide('ab12', 'cd34')).toEqual([false, false]);
  expect(columnsOf([])).toEqual([]);
});
