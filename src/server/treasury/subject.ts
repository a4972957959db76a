import type { Config } from '#server/config/config.ts';
import type { OfficeSeat } from '#server/desk/index.ts';
import type { Subject } from '#server/subject.ts';
import { running } from '#server/upkeep/upkeep.ts';
import { walletsDesk, type WalletsDeskParts } from './desk/wallets-desk.ts';
import { walletMovedAct, type MovedParts } from './moved/book-move.ts';
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
  twoPeople: (parts: MovedParts) => [walletMovedAct(parts)],
  office: (parts: WalletsDeskParts): OfficeSeat => walletsDesk(parts),
} satisfies Subject;
