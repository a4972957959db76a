import type { Hex } from 'viem';
import { verifyMessage } from 'viem/utils';
import type { Networks } from '#server/networks/index.ts';
import type { WalletProofRow } from './store-proofs.ts';

type Known = Pick<Networks, 'all' | 'coins'>;

/** Did the key, or the smart wallet, of an address sign its text? `signature` as wallets give it: hex on EVM chains, else base64. */
export async function isSigned(networks: Known, proof: WalletProofRow, signature: string): Promise<boolean> {
  const { network: id, address, message } = proof;
  const coin = networks.coins.find(({ network }) => network.id === id);
  if (coin !== undefined) {
    // What it needs is loaded when it is first wanted: it would hold a start up.
    const { isSignedCoinText } = await import('./coin-signature.ts');
    return isSignedCoinText(coin.network, { address, message, signature });
  }
  const evm = networks.all.find(({ network }) => network.id === id);
  if (evm === undefined || !/^0x([0-9a-fA-F]{2})+$/.test(signature)) return false;
  const terms = { address: address as Hex, message, signature: signature as Hex };
  if (await verifyMessage(terms).catch(() => false)) return true;
  // A wallet that is a contract says itself whether a signature is its own (ERC-1271, ERC-6492); a node that is away has not said so.
  for (const client of evm.clients) {
    try {
      return await (await client.viem()).verifyMessage(terms);
    } catch {}
  }
  return false;
}
