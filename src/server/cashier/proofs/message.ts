import { createSiweMessage } from 'viem/siwe';
import type { Hex } from 'viem';
import { WALLET_PROOF_MS } from '#domain/cashier/wallet-proof.ts';
import { toIso } from '#protocol/codecs.ts';

/** What a text to be signed says. Times in ms. */
export interface ProofTerms {
  /** Of the page on which it is signed. */
  readonly origin: string;
  readonly address: string;
  readonly nonce: string;
  readonly now: number;
}

/** For a wallet of an EVM chain: the form of EIP-4361, which wallets show by its parts and compare with the page that asks. */
export function evmMessage({ origin, address, nonce, now }: ProofTerms, chainId: number): string {
  return createSiweMessage({
    domain: new URL(origin).host,
    address: address as Hex,
    statement: 'I prove that this wallet is mine. This signs nobody in and moves no money.',
    uri: origin,
    version: '1',
    chainId,
    nonce,
    issuedAt: new Date(now),
    expirationTime: new Date(now + WALLET_PROOF_MS),
  });
}

/** For a wallet of the Bitcoin family: one line of at most 240 plain signs, for some devices sign nothing longer. */
export function coinMessage({ origin, address, nonce, now }: ProofTerms): string {
  const { host } = new URL(origin);
  return `${host}: ${address} is mine. This moves no money. Nonce ${nonce}, until ${toIso(now + WALLET_PROOF_MS)}`;
}
