import { createHash } from 'node:crypto';
import { bech32, bech32m, createBase58check } from '@scure/base';
import { getAddress, isAddress } from 'viem/utils';
import type { CoinNetwork } from '#domain/cashier/coin-networks.ts';

/** Whatever goes there is gone. */
const NOBODY = `0x${'0'.repeat(40)}`;

/**
 * An EVM address in its one spelling, with the checksum in the case of its letters (ERC-55); null: it is none. Letters of one case carry no
 * checksum and are taken; mixed ones must be right, for a wrong one is a slip of the finger.
 */
export function spellEvm(typed: string): string | null {
  const text = typed.trim();
  const digits = /^0[xX]([0-9a-fA-F]{40})$/.exec(text)?.[1];
  if (digits === undefined) return null;
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  const plain = `0x${isOneCase ? digits.toLowerCase() : digits}`;
  if (!isAddress(plain)) return null;
  const spelt = getAddress(plain);
  return spelt === NOBODY ? null : spelt;
}

const base58 = createBase58check((bytes: Uint8Array) => createHash('sha256').update(bytes).digest());
/** Longer is no address of BIP-173. */
const LONGEST = 90;
/** Bytes of what a key or a script is known by (BIP-141), and of a key itself (BIP-341). */
const PROGRAMS: readonly { readonly version: number; readonly bytes: readonly number[] }[] = [
  { version: 0, bytes: [20, 32] },
  { version: 1, bytes: [32] },
];

/**
 * An address of a network of the Bitcoin family in its one spelling: small letters where letters of both cases mean the same (BIP-173, BIP-350),
 * else as it is, for there each case is another letter. null: it is none, of another network, or of a kind that nobody can spend yet.
 */
export function spellCoin(
  { prefix, base58: first }: Pick<CoinNetwork, 'prefix' | 'base58'>,
  typed: string,
): string | null {
  const text = typed.trim();
  if (text.length > LONGEST) return null;
  if (text.toLowerCase().startsWith(`${prefix}1`)) return isProgram(text) ? text.toLowerCase() : null;
  try {
    const bytes = base58.decode(text);
    return bytes.length === 21 && (bytes[0] === first.pubKeyHash || bytes[0] === first.scriptHash) ? text : null;
  } catch {
    return null;
  }
}

/** Of one case, with the right sum of its version. */
function isProgram(text: string): boolean {
  return PROGRAMS.some(({ version, bytes }) => {
    const coder = version === 0 ? bech32 : bech32m;
    const words = coder.decodeUnsafe(text)?.words ?? [];
    return words[0] === version && bytes.includes(coder.fromWordsUnsafe(words.slice(1))?.length ?? 0);
  });
}
