import { describe, expect, it } from 'vitest';
import { createPasswordHashes, sha256 } from './hashing.ts';

describe('password hashes', () => {
  it('match their password only, and are another text each time', async () => {
    const hashes = await createPasswordHashes();
    const [one, other] = [await hashes.hash('Harbour-7-Lantern'), await hashes.hash('Harbour-7-Lantern')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
    expect(await hashes.matches(one, 'Harbour-7-Lantern')).toBe(true);
    expect(await hashes.matches(one, 'harbour-7-Lantern')).toBe(false);
  });

  it('take the same letters typed on another keyboard for the same', async () => {
    const hashes = await createPasswordHashes();
    const stored = await hashes.hash('Bru\u0308cke-7-Ufer');
    expect(await hashes.matches(stored, 'Br\u00fccke-7-Ufer')).toBe(true);
  });

  it('match nobody where there is none', async () => {
    expect(await (await createPasswordHashes()).matches(null, 'Harbour-7-Lantern')).toBe(false);
  });

  it('take turns, and a failure gives its turn back', async () => {
    const hashes = await createPasswordHashes();
    const broken = await Promise.allSettled(Array.from({ length: 5 }, () => hashes.matches('no hash', 'x')));
    expect(broken.every(({ status }) => status === 'rejected')).toBe(true);
    const stored = await hashes.hash('Harbour-7-Lantern');
    const answers = await Promise.all(Array.from({ length: 9 }, () => hashes.matches(stored, 'Harbour-7-Lantern')));
    expect(answers).toEqual(Array.from({ length: 9 }, () => true));
  });
});

it('hashes text and bytes alike', () => {
  expect(sha256('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(sha256(Buffer.from('abc'))).toEqual(sha256('abc'));
});
