import { setTimeout as pause } from 'node:timers/promises';
import { Gauge } from 'prom-client';
import type { OpenCoinNetwork, OpenNetwork } from '#server/networks/index.ts';
import { sendCoinsOnce } from '../coins/sender.ts';
import type { SendingParts, TreasuryParts } from '../parts.ts';
import { WalletAway } from '../signer/signer-terms.ts';
import { sweepOnce } from '../sweeping/sweep.ts';
import { openTestWallet } from './open-test-wallet.ts';
import { takeDue } from './take.ts';
import { watchOpen } from './watch.ts';

const paused = new Gauge({
  name: 'tikvo_payout_wallet_paused',
  help: '1 while nothing new is sent from the wallet of this network.',
  labelNames: ['network'],
});

const LEAST_MS = 1_000;
const MOST_MS = 5_000;

/** One look at a network: what is under way is brought on, then what is due is taken, unless its wallet is paused. */
export async function sendOnce(parts: SendingParts, at: OpenNetwork): Promise<void> {
  const { id: network } = at.network;
  const wallet = await parts.payouts.walletOf(parts.db, network);
  if (wallet === null) return openTestWallet(parts, at);
  await watchOpen(parts, at);
  const isPaused = ((await parts.payouts.walletOf(parts.db, network)) ?? wallet).paused !== null;
  paused.set({ network }, isPaused ? 1 : 0);
  if (isPaused) return;
  await takeDue(parts, at, wallet.address as `0x${string}`);
  await sweepOnce(parts, at, wallet.address as `0x${string}`);
}

async function sendCoins(parts: SendingParts, at: OpenCoinNetwork): Promise<void> {
  const isPaused = await sendCoinsOnce(parts, at);
  paused.set({ network: at.network.id }, isPaused ? 1 : 0);
}

/** Sends on each network again and again. One that is away keeps no other. */
export class Sender {
  readonly #parts: TreasuryParts;
  readonly #stopping = new AbortController();
  #loops: readonly Promise<void>[] = [];

  constructor(parts: TreasuryParts) {
    this.#parts = parts;
  }

  start(): void {
    const { walletSigner: signer, networks } = this.#parts;
    if (signer === null) return;
    const parts = { ...this.#parts, signer };
    this.#loops = [
      ...networks.all.map((at) => this.#keep(parts, at, () => sendOnce(parts, at))),
      ...networks.coins.map((at) => this.#keep(parts, at, () => sendCoins(parts, at))),
    ];
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#loops);
  }

  async #keep(parts: SendingParts, at: OpenNetwork | OpenCoinNetwork, look: () => Promise<void>): Promise<void> {
    const { signal } = this.#stopping;
    const everyMs = Math.min(Math.max(at.network.blockMs, LEAST_MS), MOST_MS);
    let isAway = false;
    while (!signal.aborted) {
      await pause(everyMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted || (await at.state()) !== 'open') continue;
      try {
        await look();
        isAway = false;
      } catch (error) {
        if (signal.aborted) return;
        const log = { network: at.network.id, err: error };
        // Once, not each second: a start is over before the signer answers.
        if (!isAway)
          parts.log.warn(
            log,
            error instanceof WalletAway ? "the wallet's signer is away" : 'nothing could be sent on a network',
          );
        isAway = true;
      }
    }
  }
}
