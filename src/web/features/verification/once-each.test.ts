import { expect, test } from 'vitest';
import { onceEach } from './once-each.ts';

const look = (what: string, document = 'selfieWithId', officer = '8a01') => ({ what, document, officer });

test('says a look once where an officer came back, and each look of another', () => {
  const looks = [
    look('opened'),
    look('opened'),
    look('refused'),
    look('opened'),
    look('opened', 'selfieWithId', '77f0'),
  ];
  expect(onceEach(looks)).toEqual([looks[0], looks[2], looks[3], looks[4]]);
  expect(onceEach([look('opened'), look('opened', 'governmentId')])).toHaveLength(2);
});
