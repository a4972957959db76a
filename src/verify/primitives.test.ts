import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '#domain/proofs/canonical.ts';
import { inclusionPath, merkleRoot } from '#domain/proofs/merkle.ts';
import { decodeTickRecord } from '#domain/proofs/tick-record.ts';
import { fromHex, integerOf, joined, toHex, utf8 } from './crypto/bytes.ts';
import { verifyEd25519 } from './crypto/ed25519.ts';
import { canonicalText } from './crypto/jcs.ts';
import { leafHash, nodeHash, pathLength, rootOf, treeRoot } from './crypto/merkle.ts';
import { sha256, sha512 } from './crypto/sha2.ts';
import { genesisHead, nextHead, readRecord, writeRecord } from './tick.ts';

const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));

describe('hashes', () => {
  it('give the vectors of FIPS 180-4', () => {
    expect(toHex(sha256(utf8('abc')))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(toHex(sha256(new Uint8Array(0)))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(toHex(sha512(utf8('abc')))).toBe(
      'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
    );
  });

  it('agree with the platform at every length around a block', () => {
    for (let length = 0; length < 300; length++) {
      const bytes = randomBytes(length);
      expect(toHex(sha256(bytes))).toBe(createHash('sha256').update(bytes).digest('hex'));
      expect(toHex(sha512(bytes))).toBe(createHash('sha512').update(bytes).digest('hex'));
    }
  });
});

describe('Ed25519', () => {
  /** RFC 8032 7.1, tests 1 to 3. */
  it.each([
    [
      'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
      '',
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
    ],
    [
      '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
      '72',
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
    ],
    [
      'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
      'af82',
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
    ],
  ])('gives the vectors of RFC 8032 (%s)', (key, message, signature) => {
    expect(verifyEd25519(hex(key), hex(message), hex(signature))).toBe(true);
    expect(verifyEd25519(hex(key), hex(`${message}00`), hex(signature))).toBe(false);
  });

  it('agrees with the platform, and refuses every flipped bit it is shown', () => {
    for (let i = 0; i < 6; i++) {
      const { publicKey, privateKey } = generateKeyPairSync('ed25519');
      const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
      const message = randomBytes(i * 17);
      const signature = sign(null, message, privateKey);
      expect(verifyEd25519(key, message, signature)).toBe(true);
      const at = (i * 11) % 64;
      const broken = Uint8Array.from(signature, (byte, place) => (place === at ? byte ^ (1 << i) : byte));
      expect(verifyEd25519(key, message, broken)).toBe(false);
    }
  });

  it('refuses a scalar outside the order, and sizes that are none', () => {
    const key = hex('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c');
    const good = hex(
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
    );
    const order = 2n ** 252n + 27742317777372353535851937790883648493n;
    const scalar = integerOf(good.slice(32).toReversed()) + order;
    const shifted = joined(good.slice(0, 32), hex(scalar.toString(16).padStart(64, '0')).toReversed());
    expect(verifyEd25519(key, hex('72'), shifted)).toBe(false);
    expect(verifyEd25519(key.slice(1), hex('72'), good)).toBe(false);
    expect(verifyEd25519(key, hex('72'), good.slice(1))).toBe(false);
    expect(verifyEd25519(new Uint8Array(32).fill(0xff), hex('72'), good)).toBe(false);
  });
});

describe('canonical text', () => {
  it('gives the order and the escapes of RFC 8785', () => {
    const value = { '€': 1, '\r': 2, '\ufb33': 3, '1': 4, '😀': 5, '\u0080': 6, ö: 7 };
    expect(canonicalText(value)).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}');
    expect(canonicalText('\u000f\n"\\/')).toBe('"\\u000f\\n\\"\\\\/"');
    expect(canonicalText([-0, true, null, {}])).toBe('[0,true,null,{}]');
  });

  it('refuses what would not survive', () => {
    for (const value of [0.5, 2 ** 53, Number.NaN, undefined, [undefined], { a: { b: 1.5 } }, () => 1]) {
      expect(canonicalText(value)).toBeNull();
    }
  });

  it('writes what the other side writes', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(fc.integer(), fc.string(), fc.array(fc.boolean()))), (value) => {
        expect(canonicalText(value)).toBe(canonicalJson(value));
      }),
    );
  });
});

describe('Merkle trees', () => {
  const leaves = (count: number) => Array.from({ length: count }, (_, i) => leafHash(sha256, utf8(`leaf ${i}`)));

  it('agree with the other side, root and path, for every place of every size', () => {
    for (let count = 1; count <= 40; count++) {
      const all = leaves(count);
      const root = toHex(merkleRoot(sha256, all));
      expect(toHex(treeRoot(sha256, all))).toBe(root);
      for (const [index, leaf] of all.entries()) {
        const path = inclusionPath(sha256, all, index);
        expect(pathLength(index, count)).toBe(path.length);
        expect(toHex(rootOf(sha256, leaf, { index, count, path }) ?? new Uint8Array())).toBe(root);
      }
    }
  });

  it('refuse another place, a longer path and a place outside', () => {
    const all = leaves(7);
    const path = inclusionPath(sha256, all, 3);
    const root = toHex(treeRoot(sha256, all));
    const at = (index: number, count: number, hashes = path) =>
      toHex(rootOf(sha256, all[3]!, { index, count, path: hashes }) ?? new Uint8Array());
    expect(at(3, 7)).toBe(root);
    for (const [index, count] of [
      [2, 7],
      [7, 7],
      [-1, 7],
      [3, 3],
      [0.5, 7],
    ] as const)
      expect(at(index, count)).not.toBe(root);
    expect(at(3, 7, [...path, all[0]!])).toBe('');
    expect(at(3, 7, path.slice(1))).toBe('');
  });

  it('keep leaves and nodes apart', () => {
    const [a, b] = leaves(2);
    expect(toHex(nodeHash(sha256, a!, b!))).not.toBe(toHex(leafHash(sha256, a!, b!)));
  });
});

/** The vector of docs/receipts.md 3.1. */
describe('tick records and their chain', () => {
  const T0 = 1_763_650_800_000;
  const record = (i: number) =>
    writeRecord(
      {
        stream: 1,
        seq: i,
        t: T0 + i * 250,
        tSource: T0 + i * 250 - 40,
        price: 9_123_456n + BigInt(i * i),
        flags: 0,
        sources: 3,
        mad: 12,
      },
      sha256(utf8(`raw${i}`)),
    );
  const records = [1, 2, 3, 4, 5, 6, 7].map(record);

  it('give the published genesis, heads and root', () => {
    const genesis = genesisHead(sha256, { no: 1, t0: T0, name: 'BTCUSD' });
    expect(toHex(genesis)).toBe('dd35fbd0b906c7692c4950b75a992d8823456e461b6c71b3be77d58c2b36b6cf');
    const heads = records.reduce<Uint8Array[]>(
      (all, one) => [...all, nextHead(sha256, all.at(-1) ?? genesis, one)],
      [],
    );
    expect(toHex(heads[0]!)).toMatch(/^00449f66.*bddf$/);
    expect(toHex(heads[1]!)).toMatch(/^a2ef6680.*01c1$/);
    expect(toHex(heads[6]!)).toBe('8519a87467ed0b206a0d1e101e945d1fff1c0233e8969375fe1d2995b6992a63');
    const root = treeRoot(
      sha256,
      records.map((one) => leafHash(sha256, one)),
    );
    expect(toHex(root)).toBe('fe164d0541c490e555ccc1a44392f64b3a1f8aee5f5bf222c72ab43ec73b6774');
  });

  it('are read as the other side reads them', () => {
    for (const bytes of records) {
      const mine = readRecord(bytes);
      const theirs = decodeTickRecord(bytes);
      expect(mine).toMatchObject({ stream: 1, sources: 3, mad: 12, flags: 0 });
      expect(Number(mine?.price)).toBe(theirs?.price);
      expect([mine?.seq, mine?.t, mine?.tSource]).toEqual([theirs?.seq, theirs?.t, theirs?.tSource]);
    }
  });

  it('refuse what is no record', () => {
    const changed = (at: number, value: number) => records[0]!.map((byte, i) => (i === at ? value : byte));
    expect(readRecord(records[0]!.slice(1))).toBeNull();
    expect(readRecord(changed(0, 2))).toBeNull();
    expect(readRecord(changed(1, 64))).toBeNull();
    expect(readRecord(changed(23, 1))).toBeNull();
    expect(readRecord(changed(8, 255))).toBeNull();
  });
});

describe('hex', () => {
  it('is lower case and of one size', () => {
    expect(fromHex('00ff', 2)).toEqual(Uint8Array.of(0, 255));
    for (const text of ['00FF', '0ff', '00fg', '', 7, null]) expect(fromHex(text, 2)).toBeNull();
  });
});
