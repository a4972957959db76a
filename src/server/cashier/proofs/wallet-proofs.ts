import { randomBytes } from 'node:crypto';
import { WALLET_PROOF_MS } from '#domain/cashier/wallet-proof.ts';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import type { ProveBody, WalletProofWire } from '#protocol/cashier/addresses.ts';
import { isRowId, toIso } from '#protocol/codecs.ts';
import { transaction } from '#server/db/index.ts';
import { addressesOf } from '../addresses/store-addresses.ts';
import type { Asker } from '../contract.ts';
import type { BookParts } from '../parts.ts';
import { lockPayer } from '../store.ts';
import { isSigned } from './signatures.ts';
import { findOpenProof, insertProof, setProved, useProof } from './store-proofs.ts';

/** A text for the key of a saved address to sign: it waits ten minutes, and proves once. */
export async function beginProof(parts: BookParts, userId: string, id: string): Promise<Outcome<WalletProofWire>> {
  const { db, networks, clock, config } = parts;
  const saved = isRowId(id) ? (await addressesOf(db, userId)).find((one) => one.id === id) : undefined;
  if (saved === undefined) return refused({ code: 'NotFound' });
  const { network, address } = saved;
  const evm = networks.all.find((one) => one.network.id === network);
  if (evm === undefined && !networks.coins.some((one) => one.network.id === network)) {
    return refused({ code: 'UnavailableToken' });
  }
  const now = clock.now();
  const nonce = randomBytes(16).toString('hex');
  const terms = { origin: config.origins.dashboard, address, nonce, now };
  const { evmMessage, coinMessage } = await import('./message.ts');
  const message = evm === undefined ? coinMessage(terms) : evmMessage(terms, evm.network.chainId);
  const expiresAt = now + WALLET_PROOF_MS;
  await transaction(db, (tx) =>
    insertProof(tx, userId, { nonce, savedAddress: id, network, address, message, expiresAt, now }),
  );
  return ok({ nonce, message, chainId: evm?.network.chainId ?? null, expiresAt: toIso(expiresAt) });
}

/** Takes a signature of such a text: the address is its person's own from then on, until the entry is another address. */
export async function prove(
  parts: BookParts,
  { actor, address: from }: Asker,
  { id, nonce, signature }: ProveBody & { readonly id: string },
): Promise<Outcome<null>> {
  const { db, clock, networks } = parts;
  const { userId, role } = actor;
  if (!isRowId(id) || !(await addressesOf(db, userId)).some((one) => one.id === id)) {
    return refused({ code: 'NotFound' });
  }
  const asked = { userId, savedAddress: id, nonce };
  const proof = await findOpenProof(db, { ...asked, now: clock.now() });
  if (proof === null) return refused({ code: 'WalletProofFailed', reason: 'over' });
  if (!(await isSigned(networks, proof, signature))) return refused({ code: 'WalletProofFailed', reason: 'wrong' });
  return transaction(db, async (tx): Promise<Outcome<null>> => {
    await lockPayer(tx, userId);
    // The node of a smart wallet may have taken its time.
    const now = clock.now();
    const isOpen = (await findOpenProof(tx, { ...asked, now })) !== null;
    // Nothing is written where the entry is another address by now.
    if (!isOpen || !(await setProved(tx, { userId, proof, now }))) {
      return refused({ code: 'WalletProofFailed', reason: 'over' });
    }
    await useProof(tx, { ...asked, signature, now });
    const what = { action: 'address_book.address_proved', objectType: 'saved_address', objectId: id };
    await parts.audit.write(tx, { actorId: userId, role, ...what, address: from });
    return ok(null);
  });
}
