import { getAddress, isAddress } from 'viem/utils';

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
