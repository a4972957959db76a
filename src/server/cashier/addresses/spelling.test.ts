import { describe, expect, it } from 'vitest';
import { KNOWN_COIN_NETWORKS, LOCAL_COIN_NETWORK } from '#domain/cashier/coin-networks.ts';
import { spellCoin, spellEvm } from './spelling.ts';

// Examples of ERC-55.
const RIGHT = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describe('an EVM address', () => {
  it.each([
    ['as it is', RIGHT],
    ['in small letters', RIGHT.toLowerCase()],
    ['in capital letters', `0x${RIGHT.slice(2).toUpperCase()}`],
    ['with 0X and blanks around', `  0X${RIGHT.slice(2).toLowerCase()}\n`],
  ])('is one entry %s', (_, typed) => {
    expect(spellEvm(typed)).toBe(RIGHT);
  });

  it.each([
    ['with a letter of the other case', RIGHT.replace('5aA', '5AA')],
    ['that is too short', RIGHT.slice(0, -1)],
    ['that is too long', `${RIGHT}0`],
    ['with a letter that is no digit', RIGHT.replace('d', 'g')],
    ['without 0x', RIGHT.slice(2)],
    ['that nobody has', `0x${'0'.repeat(40)}`],
    ['of another chain', 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'],
  ])('is none %s', (_, typed) => {
    expect(spellEvm(typed)).toBeNull();
  });
});

describe('an address of the Bitcoin family', () => {
  const [bitcoin = LOCAL_COIN_NETWORK, litecoin = LOCAL_COIN_NETWORK] = KNOWN_COIN_NETWORKS;
  // All of one key, and one of a key of the newer kind.
  const RIGHT = [
    [bitcoin, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    [bitcoin, 'bc1pqurswpc8qurswpc8qurswpc8qurswpc8qurswpc8qurswpc8qurssvw8hu'],
    [bitcoin, '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH'],
    [bitcoin, '3CNHUhP3uyB9EUtRLsmvFUmvGdjGdkTxJw'],
    [litecoin, 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'],
    [litecoin, 'LVuDpNCSSj6pQ7t9Pv6d6sUkLKoqDEVUnJ'],
    [litecoin, 'MJaRnao1s62a2zAKSkmG582KbLKianqb7v'],
    [LOCAL_COIN_NETWORK, 'rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k693xs3'],
    [LOCAL_COIN_NETWORK, 'mrCDrCybB6J1vRfbwM5hemdJz73FwDBC8r'],
  ] as const;
  it.each(RIGHT)('is one entry on its network alone, however it is typed: %o %s', (network, address) => {
    expect(spellCoin(network, ` ${address}\n`)).toBe(address);
    // In capital letters the older kind is another one, or none.
    expect(spellCoin(network, address.toUpperCase())).toBe(/1[qp]/.test(address) ? address : null);
    const others = [bitcoin, litecoin, LOCAL_COIN_NETWORK].filter((one) => one !== network);
    expect(others.map((other) => spellCoin(other, address))).toEqual([null, null]);
    // Two signs that changed their places.
    const [a = '', b = '', end = ''] = address.slice(-3);
    expect(spellCoin(network, address.slice(0, -3) + b + a + end)).toBe(a === b ? address : null);
  });

  it.each([
    ['with letters of both cases', 'bc1qW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['with the sum of another version', 'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4'],
    ['of a version that nobody can spend', 'bc1zqurswpc8qurswpc8qurswpc8qurswpc8qurswpc8qurswpc8qursc3hgeh'],
    ['of a version and a length that nobody can spend', 'bc1sw50qgdz25j'],
    ['of another family', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['without its end', '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAM'],
  ])('is none %s', (_, typed) => {
    expect(spellCoin(bitcoin, typed)).toBeNull();
  });
});
