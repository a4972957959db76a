import { z } from 'zod';
import { LONGEST_HOLDER } from '#domain/cashier/wallet-proof.ts';
import { LONGEST_LABEL, MOST_ADDRESSES_EVER } from '#domain/cashier/addresses.ts';
import { isoTime, rowId } from '../codecs.ts';
import { exactText, lineText } from '../texts.ts';

const network = z.string().min(1).max(40).describe('Id of the network.');
const address = z.string().min(1).max(200);
const tag = exactText.max(100).describe('Memo or tag, as text: leading zeros count. Empty: none.');

export const savedAddressWire = z.strictObject({
  id: rowId,
  network: z.string(),
  /** Its one spelling: letters of one case come back with the checksum. */
  address: z.string(),
  tag: z.string(),
  label: z.string(),
  savedAt: isoTime,
  /** Nothing is paid to it before. */
  usableFrom: isoTime,
  /** Who holds it for the person, as they say; empty: they hold it themselves. */
  heldBy: z.string(),
  /** When the person proved that the wallet is theirs; null: they have not. */
  provedAt: isoTime.nullable(),
});

export const addressBookWire = z.strictObject({
  items: z.array(savedAddressWire).max(MOST_ADDRESSES_EVER),
  networks: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      /** Withdrawals are paid there now, in these coins. */
      pays: z.boolean(),
      tokens: z.array(z.string()),
    }),
  ),
  /** Withdrawals go to saved addresses alone: an empty book refuses all. */
  savedOnly: z.boolean(),
  /** It ends then; null: it does not. */
  savedOnlyUntil: isoTime.nullable(),
  /** How long a new or changed address waits, in ms. */
  waitMs: z.int(),
});

export const saveAddressBody = z.strictObject({
  id: rowId.optional().describe('The entry to change. A change of anything but the label waits again.'),
  network,
  address,
  tag: tag.optional(),
  label: lineText.min(1).max(LONGEST_LABEL),
  heldBy: lineText
    .max(LONGEST_HOLDER)
    .optional()
    .describe(
      'The company that holds the address, such as an exchange. Empty: the wallet is the person’s own. Left out: as it was.',
    ),
});

export const walletProofWire = z.strictObject({
  nonce: z.string().describe('Goes back with the signature.'),
  message: z.string().describe('To be signed as it is. On EVM chains of the form of EIP-4361.'),
  chainId: z.int().nullable().describe('Of an EVM chain; null: a chain of the Bitcoin family.'),
  expiresAt: isoTime,
});

export const proveBody = z.strictObject({
  nonce: z.string().regex(/^[0-9a-f]{32}$/),
  signature: z
    .string()
    .trim()
    .max(6_000)
    .regex(/^[0-9A-Za-z+/=]+$/)
    .describe(
      'Of the message: hex of `personal_sign` on EVM chains (of a smart wallet too: ERC-1271, ERC-6492); else base64, of BIP-322 or BIP-137.',
    ),
});

export const savedOnlyBody = z.strictObject({ on: z.boolean() });

export type SavedAddressWire = z.infer<typeof savedAddressWire>;
export type AddressBookWire = z.infer<typeof addressBookWire>;
export type WalletProofWire = z.infer<typeof walletProofWire>;
export type ProveBody = z.infer<typeof proveBody>;
export type SaveAddressBody = z.infer<typeof saveAddressBody>;
