import type { Config } from '#server/config/config.ts';
import type { Subject } from '#server/subject.ts';
import { running } from '#server/upkeep/upkeep.ts';
import type { TreasuryParts } from './parts.ts';
import { Reconciler } from './reconcile/reconciler.ts';
import { Sender } from './sending/sender.ts';
import { WalletClient } from './signer/wallet-client.ts';

type Made = Pick<TreasuryParts, 'walletSigner'>;

export const TREASURY = {
  offers: ({ config }: { readonly config: Pick<Config, 'wallet'> }): Made => ({
    walletSigner: config.wallet === null ? null : new WalletClient(config.wallet.socket),
  }),
  upkeep: (parts: TreasuryParts) => [running('payouts', new Sender(parts)), running('wallets', new Reconciler(parts))],
} satisfies Subject;
