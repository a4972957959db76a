import { secp256k1 } from '@noble/curves/secp256k1';
import { Address, OutScript, WIF } from '@scure/btc-signer';
import { concatBytes, hash160, pubECDSA, sha256x2 } from '@scure/btc-signer/utils.js';
import { describe, expect, it } from 'vitest';
import { KNOWN_COIN_NETWORKS, LOCAL_COIN_NETWORK, type CoinNetwork } from '#domain/cashier/coin-networks.ts';
import { isSignedCoinText } from './coin-signature.ts';

const [BITCOIN = LOCAL_COIN_NETWORK, LITECOIN = LOCAL_COIN_NETWORK] = KNOWN_COIN_NETWORKS;
/** The key of the examples of BIP-322. */
const KEY = WIF().decode('L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k');
const WITNESS = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l';
const TAPROOT = 'bc1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5sxq8lt3';
const EXAMPLES = [
  [
    WITNESS,
    '',
    'AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
  ],
  [
    WITNESS,
    'Hello World',
    'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
  ],
  [
    TAPROOT,
    'Hello World',
    'AUHd69PrJQEv+oKTfZ8l+WROBHuy9HKrbFCJu7U1iK2iiEy1vMU5EfMtjc+VSHM7aU0SDbak5IUZRVno2P5mjSafAQ==',
  ],
] as const;

const addressOf = ({ prefix, base58 }: CoinNetwork, key: Uint8Array, kind: 'pkh' | 'wpkh' | 'sh') => {
  const { pubKeyHash, scriptHash } = base58;
  const hash = hash160(key);
  const nested = hash160(OutScript.encode({ type: 'wpkh', hash }));
  return Address({ bech32: prefix, pubKeyHash, scriptHash, wif: 0 }).encode({
    type: kind,
    hash: kind === 'sh' ? nested : hash,
  });
};

/** As `signmessage` and BIP-137 do. */
function signOld(network: CoinNetwork, message: string, first: number): string {
  const part = (text: string) => concatBytes(Uint8Array.of(Buffer.byteLength(text)), Buffer.from(text));
  const signature = secp256k1.sign(sha256x2(part(network.signedMessage), part(message)), KEY);
  return Buffer.from(concatBytes(Uint8Array.of(first + signature.recovery), signature.toCompactRawBytes())).toString(
    'base64',
  );
}

describe('a text signed by the key of an address', () => {
  it.each(EXAMPLES)('is taken as BIP-322 has it: %s %o', (address, message, signature) => {
    const isSigned = (over: object) => isSignedCoinText(BITCOIN, { address, message, signature, ...over });
    expect(isSigned({})).toBe(true);
    expect(isSigned({ message: `${message}.` })).toBe(false);
    expect(isSigned({ address: address === WITNESS ? TAPROOT : WITNESS })).toBe(false);
  });

  it.each([
    [BITCOIN, 'pkh', 31],
    [BITCOIN, 'sh', 35],
    [BITCOIN, 'wpkh', 39],
    // As Electrum writes it.
    [BITCOIN, 'wpkh', 31],
    [LITECOIN, 'pkh', 31],
    [LITECOIN, 'wpkh', 39],
    [LOCAL_COIN_NETWORK, 'pkh', 31],
  ] as const)('is taken in the older way: %o %s %d', (network, kind, first) => {
    const address = addressOf(network, pubECDSA(KEY), kind);
    const signature = signOld(network, 'mine', first);
    const isSigned = (over: object) => isSignedCoinText(network, { address, message: 'mine', signature, ...over });
    expect(isSigned({})).toBe(true);
    expect(isSigned({ message: 'yours' })).toBe(false);
    expect(isSigned({ address: addressOf(network, pubECDSA(Uint8Array.from(KEY).fill(1, 31)), kind) })).toBe(false);
    // Of the other chain: each begins what it signs with its own name.
    const other = network === BITCOIN ? LITECOIN : BITCOIN;
    expect(isSigned({ signature: signOld(other, 'mine', first) })).toBe(false);
  });

  it('is taken of an old key that is not compressed, for its own address alone', () => {
    const key = pubECDSA(KEY, false);
    const signature = signOld(BITCOIN, 'mine', 27);
    const isSigned = (address: string) => isSignedCoinText(BITCOIN, { address, message: 'mine', signature });
    expect(isSigned(addressOf(BITCOIN, key, 'pkh'))).toBe(true);
    expect(isSigned(addressOf(BITCOIN, pubECDSA(KEY), 'pkh'))).toBe(false);
    expect(isSigned(addressOf(BITCOIN, key, 'wpkh'))).toBe(false);
  });

  it.each([
    ['nothing', ''],
    ['a word', 'signature'],
    ['one sign less', EXAMPLES[0][2].slice(0, -5)],
    ['another ending', `${EXAMPLES[0][2]}AAAA`],
    ['zeros of the right length', Buffer.alloc(65).toString('base64')],
    ['an old one of zeros', Buffer.concat([Buffer.from([31]), Buffer.alloc(64)]).toString('base64')],
    ['more than any key makes', Buffer.alloc(5_000, 1).toString('base64')],
  ])('is refused with %s, without a throw', (_, signature) => {
    expect(isSignedCoinText(BITCOIN, { address: WITNESS, message: '', signature })).toBe(false);
  });
});
